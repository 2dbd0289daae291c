// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hub/hub_fetch.h"

#include "core/model/checkpoint/hub_cache.h"
#include "core/model/config/config_json.h"

#include <QEventLoop>
#include <QNetworkReply>

#include <algorithm>

namespace plimsoll {
namespace {

constexpr int redirects_limit = 5;

Error cannot(const std::string &id, std::string text) { return Error{"model.hub", id, {}, std::move(text)}; }

QString revision_of(const std::string &id)
{
    const auto at = id.find('@');
    return at == std::string::npos ? QStringLiteral("main") : QString::fromStdString(id.substr(at + 1));
}

bool is_redirect(int status) { return status == 301 || status == 302 || status == 303 || status == 307 || status == 308; }

} // namespace

HubFetch::HubFetch(std::string hub_id, HubOptions options, QObject *parent)
    : QObject(parent), m_id(std::move(hub_id)), m_options(std::move(options))
{
    m_wait.setSingleShot(true);
    connect(&m_wait, &QTimer::timeout, this, [this] { ask(m_first); });
}

void HubFetch::start(std::function<void(Result<HubConfig>)> done)
{
    m_done = std::move(done);
    if (!is_hub_id(m_id)) {
        QTimer::singleShot(0, this, [this] { finish(Error{"model.hub", m_id, "org/name or org/name@revision", {}}); });
        return;
    }
    QUrl base = m_options.endpoint;
    if (!base.isValid() || (base.scheme() != QLatin1String("https") && base.scheme() != QLatin1String("http"))) {
        QTimer::singleShot(0, this, [this, base] {
            finish(Error{"HF_ENDPOINT", base.toString().toStdString(), "an address that starts with https:// or http://", {}});
        });
        return;
    }
    const QString name = QString::fromStdString(m_id.substr(0, m_id.find('@')));
    const QString revision = QString::fromLatin1(QUrl::toPercentEncoding(revision_of(m_id)));
    QString path = base.path();
    while (path.endsWith(QLatin1Char('/'))) path.chop(1);
    base.setPath(path);
    m_first = QUrl(base.toString(QUrl::FullyEncoded) + QLatin1Char('/') + name + QStringLiteral("/resolve/") + revision +
                   QStringLiteral("/config.json"));
    ask(m_first);
}

void HubFetch::cancel()
{
    m_wait.stop();
    finish(cannot(m_id, "fetching " + m_id + " was cancelled"));
}

void HubFetch::ask(const QUrl &url)
{
    QNetworkRequest request(url);
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("plimsoll/" PLIMSOLL_VERSION));
    request.setTransferTimeout(m_options.timeout_ms);
    // a token is for the Hub itself, not for the storage that it redirects to
    const bool own_host = url.host() == m_options.endpoint.host() && url.port() == m_options.endpoint.port() &&
                          url.scheme() == m_options.endpoint.scheme();
    if (own_host && !m_options.token.isEmpty()) request.setRawHeader("Authorization", "Bearer " + m_options.token);
    m_too_large = false;
    m_reply = m_manager.get(request);
    connect(m_reply, &QNetworkReply::downloadProgress, this, [this](qint64 received, qint64 total) {
        if (std::max(received, total) <= static_cast<qint64>(config_size_limit) || m_too_large) return;
        m_too_large = true;
        if (m_reply) m_reply->abort();
    });
    connect(m_reply, &QNetworkReply::finished, this, &HubFetch::answered);
}

void HubFetch::answered()
{
    const QPointer<QNetworkReply> reply = m_reply;
    if (!reply || !m_done) return;
    reply->deleteLater();
    m_reply.clear();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (m_too_large)
        return finish(cannot(m_id, "config.json of " + m_id + " is larger than " + std::to_string(config_size_limit) + " bytes"));
    if (m_commit.empty()) m_commit = reply->rawHeader("X-Repo-Commit").toStdString();
    if (is_redirect(status)) return redirect(reply->url().resolved(QUrl(QString::fromUtf8(reply->rawHeader("Location")))));
    if (status == 429 || status >= 500)
        return try_again(refused(status, reply->rawHeader("X-Error-Code")), reply->rawHeader("Retry-After"));
    if (status == 0) {
        const bool late =
            reply->error() == QNetworkReply::OperationCanceledError || reply->error() == QNetworkReply::TimeoutError;
        const std::string why =
            late ? "no answer within " + std::to_string(m_options.timeout_ms) + " ms" : reply->errorString().toStdString();
        return try_again(cannot(m_id, m_options.endpoint.host().toStdString() + " cannot be reached: " + why), {});
    }
    if (status != 200) return finish(refused(status, reply->rawHeader("X-Error-Code")));
    if (reply->error() != QNetworkReply::NoError)
        return try_again(cannot(m_id, "config.json of " + m_id + " came in part: " + reply->errorString().toStdString()), {});
    finish(HubConfig{reply->readAll(), m_commit});
}

void HubFetch::redirect(const QUrl &target)
{
    if (++m_redirects > redirects_limit) return finish(cannot(m_id, "the server redirects in a circle"));
    const bool less_safe = m_first.scheme() == QLatin1String("https") && target.scheme() != QLatin1String("https");
    if (!target.isValid() || less_safe || !target.scheme().startsWith(QLatin1String("http")))
        return finish(cannot(m_id, "the server redirects to " + target.toString().toStdString() + ", which is not followed"));
    ask(target);
}

void HubFetch::try_again(const Error &error, const QByteArray &retry_after)
{
    if (m_attempt >= m_options.attempts) {
        Error last = error;
        if (m_options.attempts > 1) last.text += " (after " + std::to_string(m_options.attempts) + " attempts)";
        return finish(last);
    }
    bool given = false;
    const qint64 seconds = retry_after.trimmed().toLongLong(&given);
    const qint64 wait = given && seconds >= 0 ? std::min<qint64>(seconds, 3600) * 1000
                                              : static_cast<qint64>(m_options.first_wait_ms) << std::min(m_attempt - 1, 10);
    ++m_attempt;
    m_redirects = 0;
    m_wait.start(static_cast<int>(std::min<qint64>(wait, m_options.longest_wait_ms)));
}

Error HubFetch::refused(int status, const QByteArray &code) const
{
    const std::string name = m_id.substr(0, m_id.find('@')), host = m_options.endpoint.host().toStdString();
    const std::string page = m_options.endpoint.toString(QUrl::StripTrailingSlash).toStdString() + "/" + name;
    if (status == 429) return cannot(m_id, host + " answers that there were too many requests; wait, or set HF_TOKEN");
    if (status >= 500) return cannot(m_id, host + " fails with status " + std::to_string(status));
    if (code == "RepoNotFound" || (status == 404 && code != "EntryNotFound" && code != "RevisionNotFound"))
        return cannot(m_id, host + " has no model " + name + " that may be read" +
                                (m_options.token.isEmpty() ? "; for a private one set HF_TOKEN" : " with this HF_TOKEN"));
    if (code == "RevisionNotFound") return cannot(m_id, name + " has no revision " + revision_of(m_id).toStdString());
    if (code == "EntryNotFound") return cannot(m_id, name + " has no config.json");
    if (status == 401)
        return cannot(m_id, m_options.token.isEmpty()
                                ? name + " is gated or private: accept its terms at " + page +
                                      ", then set HF_TOKEN to a token of " + host + "/settings/tokens"
                                : host + " refuses HF_TOKEN: make a new one at " + host + "/settings/tokens");
    if (status == 403)
        return cannot(m_id, name + " is gated and this HF_TOKEN may not read it: accept its terms at " + page +
                                ", or give the token the right to read gated models");
    return cannot(m_id, host + " answers " + m_first.toString().toStdString() + " with status " + std::to_string(status));
}

void HubFetch::finish(Result<HubConfig> result)
{
    if (!m_done) return;
    const auto done = std::move(m_done);
    m_done = nullptr;
    if (m_reply) {
        QNetworkReply *const reply = m_reply;
        m_reply.clear();
        reply->disconnect(this);
        reply->abort();
        reply->deleteLater();
    }
    done(std::move(result));
}

Result<std::filesystem::path> fetch_to_cache(const std::string &hub_id, const HubOptions &options)
{
    HubFetch fetch(hub_id, options);
    QEventLoop loop;
    Result<HubConfig> fetched = Error{"model.hub", hub_id, {}, "nothing was answered"};
    fetch.start([&](Result<HubConfig> answer) {
        fetched = std::move(answer);
        loop.quit();
    });
    loop.exec();
    if (!fetched) return fetched.error();
    return store_config(hub_id, *fetched);
}

} // namespace plimsoll
