// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/ground/result.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>

#include <filesystem>
#include <functional>
#include <string>

class QNetworkReply;

namespace plimsoll {

/// Where the Hub is and who asks.
struct HubOptions {
    QUrl endpoint{QStringLiteral("https://huggingface.co")};
    QByteArray token;          ///< sent to the endpoint's own host only; empty: none
    int attempts = 4;          ///< of each request, where the server is busy or fails
    int timeout_ms = 20'000;   ///< without a byte
    int first_wait_ms = 1'000; ///< before the second attempt; doubled for each further one, Retry-After taken where it is given
    int longest_wait_ms = 60'000;
};

/// HF_ENDPOINT, and HF_TOKEN, else the file HF_TOKEN_PATH, else HF_HOME/token, else ~/.cache/huggingface/token.
[[nodiscard]] HubOptions hub_options_from_environment();

/// A configuration as the Hub answered it.
struct HubConfig {
    QByteArray text;
    std::string commit; ///< X-Repo-Commit of the revision asked for; empty where the server names none
};

/// Fetches config.json of one model. Redirects are followed (at most 5, never from https to http), 429 and 5xx are tried again,
/// everything else is an error that says what to do. One fetch per object.
class HubFetch : public QObject {
    Q_OBJECT
public:
    HubFetch(std::string hub_id, HubOptions options, QObject *parent = nullptr);

    /// `done` is called once, later, from the event loop.
    void start(std::function<void(Result<HubConfig>)> done);
    /// Ends the fetch with an error that says so.
    void cancel();

private:
    void ask(const QUrl &url);
    void answered();
    void redirect(const QUrl &target);
    void try_again(const Error &error, const QByteArray &retry_after);
    void finish(Result<HubConfig> result);
    [[nodiscard]] Error refused(int status, const QByteArray &code) const;

    std::string m_id;
    HubOptions m_options;
    QUrl m_first;
    std::string m_commit;
    int m_attempt = 1;
    int m_redirects = 0;
    bool m_too_large = false;
    QNetworkAccessManager m_manager;
    QPointer<QNetworkReply> m_reply;
    QTimer m_wait;
    std::function<void(Result<HubConfig>)> m_done;
};

/// Puts a configuration where huggingface_hub keeps it (hub_cache_directory()): a snapshot of its commit and the ref of its
/// revision, each written whole or not at all. Gives the snapshot's folder.
[[nodiscard]] Result<std::filesystem::path> store_config(const std::string &hub_id, const HubConfig &config);

/// Fetches a configuration into the local cache and waits for it. Needs a QCoreApplication.
[[nodiscard]] Result<std::filesystem::path> fetch_to_cache(const std::string &hub_id, const HubOptions &options);

} // namespace plimsoll
