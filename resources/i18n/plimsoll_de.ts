<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en_US">
<context>
    <name>BreakdownModel</name>
    <message>
        <source>On the device</source>
        <translation>Auf dem Gerät</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
</context>
<context>
    <name>CardColumnWords</name>
    <message>
        <source>process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>one smaller process: %1</source>
        <translation>ein kleinerer Prozess: %1</translation>
    </message>
    <message>
        <source>%1 smaller processes: %2</source>
        <translation>%1 kleinere Prozesse: %2</translation>
    </message>
    <message>
        <source>not told by whom: %1</source>
        <translation>Besitzer nicht gemeldet: %1</translation>
    </message>
    <message>
        <source>the driver&apos;s own: %1</source>
        <translation>vom Treiber selbst: %1</translation>
    </message>
    <message>
        <source>free: %1</source>
        <translation>frei: %1</translation>
    </message>
    <message>
        <source>%1: nothing is told of its memory.</source>
        <translation>%1: Zum Speicher ist nichts gemeldet.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>The card&apos;s memory by process</source>
        <translation>Speicher der Karte nach Prozess</translation>
    </message>
</context>
<context>
    <name>CardItems</name>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>%1 budget</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>GB of 2³⁰ bytes</source>
        <translation>GB zu 2³⁰ Byte</translation>
    </message>
    <message>
        <source>GB of 10⁹ bytes</source>
        <translation>GB zu 10⁹ Byte</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>Ähnlichste</translation>
    </message>
</context>
<context>
    <name>ComponentWords</name>
    <message>
        <source>The model itself, in the type that it is held in; what is packed to fewer bits and what is not.</source>
        <translation>Das Modell selbst, im Typ, in dem es gehalten wird: was in weniger Bits gepackt ist und was nicht.</translation>
    </message>
    <message>
        <source>Copies of weights in the type that autocast computes with; they live through a pass.</source>
        <translation>Kopien der Gewichte im Typ, in dem Autocast rechnet; sie leben einen Durchgang lang.</translation>
    </message>
    <message>
        <source>Scales and zeros that packed weights are unpacked with.</source>
        <translation>Skalen und Nullpunkte, mit denen gepackte Gewichte entpackt werden.</translation>
    </message>
    <message>
        <source>Matrices that LoRA and its like train beside frozen weights.</source>
        <translation>Matrizen, die LoRA und Verwandte neben eingefrorenen Gewichten trainieren.</translation>
    </message>
    <message>
        <source>One number for each weight that trains, from the backward pass until the optimizer has stepped.</source>
        <translation>Eine Zahl je trainiertem Gewicht, vom Rückwärtslauf bis zum Schritt des Optimizers.</translation>
    </message>
    <message>
        <source>What the optimizer remembers of each weight that trains, from the first step on: for AdamW two 32-bit numbers.</source>
        <translation>Was sich der Optimizer ab dem ersten Schritt je trainiertem Gewicht merkt: bei AdamW zwei 32-Bit-Zahlen.</translation>
    </message>
    <message>
        <source>What the layers&apos; backward pass needs of their forward pass; it grows with batch and length.</source>
        <translation>Was der Rückwärtslauf der Schichten aus dem Vorwärtslauf braucht; wächst mit Batch und Länge.</translation>
    </message>
    <message>
        <source>Inputs of layers that are kept so that the layer can be run again.</source>
        <translation>Eingaben von Schichten, aufgehoben, um die Schicht erneut zu rechnen.</translation>
    </message>
    <message>
        <source>What running a layer again makes, while its backward pass uses it.</source>
        <translation>Was beim erneuten Rechnen einer Schicht entsteht, solange ihr Rückwärtslauf es nutzt.</translation>
    </message>
    <message>
        <source>Hidden states and attention weights that an extraction keeps.</source>
        <translation>Hidden States und Attention-Gewichte, die ein Auslesen aufhebt.</translation>
    </message>
    <message>
        <source>Scores of every word of the vocabulary for every token, with what the loss makes of them.</source>
        <translation>Werte für jedes Wort des Vokabulars und jedes Token, samt dem, was der Loss daraus macht.</translation>
    </message>
    <message>
        <source>Keys and values of the tokens so far, of every sequence that is served.</source>
        <translation>Keys und Values der bisherigen Tokens, für jede bediente Sequenz.</translation>
    </message>
    <message>
        <source>Tensors that an operation makes on its way and lets go at once.</source>
        <translation>Tensoren, die eine Operation unterwegs anlegt und gleich wieder freigibt.</translation>
    </message>
    <message>
        <source>Room that kernels of cuBLAS and its like work in.</source>
        <translation>Platz, in dem Kernel von cuBLAS und Ähnlichem arbeiten.</translation>
    </message>
    <message>
        <source>What ranks gather and send: whole weights of a unit, buckets of gradients.</source>
        <translation>Was Ranks sammeln und senden: ganze Gewichte einer Einheit, Buckets von Gradienten.</translation>
    </message>
    <message>
        <source>Memory that PyTorch holds of the card and no tensor uses: rests of blocks, and blocks kept for later.</source>
        <translation>Speicher der Karte, den PyTorch hält und kein Tensor nutzt: Reste von Blöcken und Blöcke auf Vorrat.</translation>
    </message>
    <message>
        <source>What a process takes of a card before any tensor: the driver&apos;s context, kernels, libraries.</source>
        <translation>Was ein Prozess vor jedem Tensor von der Karte nimmt: Treiberkontext, Kernel, Bibliotheken.</translation>
    </message>
</context>
<context>
    <name>Components</name>
    <message>
        <source>Logits</source>
        <translation>Logits</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>Zwischen</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>There is no estimate to export yet.</source>
        <translation>Noch keine Schätzung zum Exportieren.</translation>
    </message>
</context>
<context>
    <name>FieldHelp</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Why: the bytes that it changes</source>
        <translation>Warum: die Bytes, die es ändert</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>The network whose weights stand on the card. Its shape decides nearly everything else.</source>
        <translation>Das Netz, dessen Gewichte auf der Karte liegen. Seine Form entscheidet fast alles Übrige.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Train changes weights, Run generates text, Extract reads hidden states out. Only training holds gradients and optimizer states.</source>
        <translation>Trainieren ändert Gewichte, Ausführen erzeugt Text, Auslesen liest Hidden States. Nur Training hält Gradienten und Optimizer-Zustände.</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>The library that runs the training. Whatever you do not set is what it does by itself.</source>
        <translation>Die Bibliothek, die das Training ausführt. Was nicht gesetzt ist, macht sie nach eigener Vorgabe.</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Full trains every weight; LoRA trains small adapters beside frozen weights; QLoRA does so over weights packed to 4 or 8 bits.</source>
        <translation>Voll trainiert jedes Gewicht; LoRA trainiert kleine Adapter neben eingefrorenen Gewichten; QLoRA ebenso über Gewichten in 4 oder 8 Bit.</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>Packs the weights into fewer bits: nf4 takes a quarter of BF16. What is computed with them is unpacked piece by piece.</source>
        <translation>Packt die Gewichte in weniger Bits: nf4 braucht ein Viertel von BF16. Zum Rechnen wird Stück für Stück entpackt.</translation>
    </message>
    <message>
        <source>double quantised</source>
        <translation>doppelt quantisiert</translation>
    </message>
    <message>
        <source>The scales of the 4-bit blocks are packed once more: about 0.4 bits less for each weight.</source>
        <translation>Die Skalen der 4-Bit-Blöcke werden nochmals gepackt: rund 0,4 Bit weniger je Gewicht.</translation>
    </message>
    <message>
        <source>prepare for k-bit training</source>
        <translation>für k-Bit-Training vorbereiten</translation>
    </message>
    <message>
        <source>PEFT&apos;s prepare_model_for_kbit_training was called: what is not packed, embeddings and norms above all, becomes 32-bit.</source>
        <translation>PEFTs prepare_model_for_kbit_training wurde aufgerufen: Ungepacktes, vor allem Embeddings und Normen, wird 32-Bit.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>The type in which weights lie that are not packed: BF16 and FP16 take 2 bytes each, FP32 takes 4.</source>
        <translation>Der Typ ungepackter Gewichte: BF16 und FP16 brauchen je 2 Byte, FP32 braucht 4.</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>Mixed precision: matrices are multiplied in this type while weights keep theirs. Halves activations; casts of the weights stand beside them for a while.</source>
        <translation>Gemischte Präzision: Matrizen werden in diesem Typ multipliziert, Gewichte behalten ihren. Halbiert Aktivierungen; Casts der Gewichte liegen zeitweise daneben.</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Tokens of each training example. Activations and logits grow in proportion; whole attention scores with its square.</source>
        <translation>Tokens je Trainingsbeispiel. Aktivierungen und Logits wachsen proportional, volle Attention-Scores quadratisch.</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Sequences that go through the model at once on one card. Activations and logits grow in proportion; weights and optimizer do not.</source>
        <translation>Sequenzen, die auf einer Karte zugleich durchs Modell laufen. Aktivierungen und Logits wachsen proportional, Gewichte und Optimizer nicht.</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>Akkumulieren</translation>
    </message>
    <message>
        <source>Micro batches that one update sums up. More of them make a larger batch without more activations.</source>
        <translation>Micro-Batches, die ein Update summiert. Mehr davon vergrößern den Batch ohne mehr Aktivierungen.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>The program that generates. Transformers takes what it needs; servers such as vLLM claim a share of the card when they start.</source>
        <translation>Das Programm, das generiert. Transformers nimmt, was es braucht; Server wie vLLM beanspruchen beim Start einen Anteil der Karte.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Prompt and answer together, in tokens. The KV cache of a sequence grows in proportion.</source>
        <translation>Prompt und Antwort zusammen, in Tokens. Der KV-Cache einer Sequenz wächst proportional.</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Conversations at the same time, each with a KV cache of its own.</source>
        <translation>Gleichzeitige Unterhaltungen, jede mit eigenem KV-Cache.</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Neue Tokens</translation>
    </message>
    <message>
        <source>How many tokens are generated; the rest of the context is the prompt, whose pass is often the peak.</source>
        <translation>Wie viele Tokens generiert werden; der Rest des Kontexts ist der Prompt, dessen Durchgang oft die Spitze ist.</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>How keys and values of earlier tokens are kept: growing, reserved from the start, packed, or with the host.</source>
        <translation>Wie Keys und Values früherer Tokens gehalten werden: wachsend, von Anfang an reserviert, gepackt oder auf dem Host.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>The type of the KV cache: 8 bits take half of BF16.</source>
        <translation>Der Typ des KV-Cache: 8 Bit brauchen die Hälfte von BF16.</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>The part of the card that the engine claims. What weights and one pass leave of it becomes KV cache.</source>
        <translation>Der Teil der Karte, den die Engine beansprucht. Was Gewichte und ein Durchgang übrig lassen, wird KV-Cache.</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Requests that the engine runs at once at most; the others wait. CUDA graphs and the sampler are sized for it.</source>
        <translation>Höchstzahl der Anfragen zugleich; die übrigen warten. CUDA-Graphen und Sampler sind darauf ausgelegt.</translation>
    </message>
    <message>
        <source>A pass</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Tokens that one pass through the model takes at most. A smaller pass needs less room beside the cache, and prompts take longer.</source>
        <translation>Höchstzahl der Tokens in einem Durchgang durchs Modell. Ein kleinerer braucht weniger Platz neben dem Cache, Prompts dauern länger.</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>Without CUDA graphs the engine starts faster and keeps their memory, and runs slower.</source>
        <translation>Ohne CUDA-Graphen startet die Engine schneller und spart deren Speicher, läuft aber langsamer.</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s flash attention: without it whole attention scores are made.</source>
        <translation>Flash Attention von llama.cpp: ohne sie entstehen volle Attention-Scores.</translation>
    </message>
    <message>
        <source>On host</source>
        <translation>Auf Host</translation>
    </message>
    <message>
        <source>So many layers leave their experts in the host&apos;s memory: much less on the card, and slower.</source>
        <translation>So viele Schichten lassen ihre Experten im Speicher des Hosts: viel weniger auf der Karte, aber langsamer.</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Erfassen</translation>
    </message>
    <message>
        <source>What is kept of each pass: hidden states of all layers, attention weights, or what hooks name.</source>
        <translation>Was von jedem Durchgang bleibt: Hidden States aller Schichten, Attention-Gewichte oder was Hooks nennen.</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>Hooks</translation>
    </message>
    <message>
        <source>Points inside the model whose tensors are kept, by TransformerLens&apos; names.</source>
        <translation>Stellen im Modell, deren Tensoren bleiben, nach den Namen von TransformerLens.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Halten</translation>
    </message>
    <message>
        <source>Where captured states wait: on the card until the text is through, or sent to the host at once.</source>
        <translation>Wo erfasste Zustände warten: auf der Karte, bis der Text durch ist, oder gleich zum Host gesendet.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Width of the LoRA matrices. Adapters, their gradients and optimizer states grow in proportion.</source>
        <translation>Breite der LoRA-Matrizen. Adapter, ihre Gradienten und Optimizer-Zustände wachsen proportional.</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Scale of what adapters add. Takes no memory.</source>
        <translation>Skalierung dessen, was Adapter beitragen. Braucht keinen Speicher.</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Share of the adapter&apos;s inputs that is dropped while training. Anything above 0 keeps a mask and a copy for each adapter.</source>
        <translation>Anteil der Adapter-Eingaben, der beim Training wegfällt. Jeder Wert über 0 hält je Adapter eine Maske und eine Kopie.</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Which matrices get an adapter. Each keeps its input for the backward pass.</source>
        <translation>Welche Matrizen einen Adapter bekommen. Jeder hebt seine Eingabe für den Rückwärtslauf auf.</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>Adapters that train a magnitude beside the direction: more work matrices in each layer.</source>
        <translation>Adapter, die neben der Richtung einen Betrag trainieren: mehr Arbeitsmatrizen in jeder Schicht.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Keeps only each layer&apos;s input and runs the layer again in the backward pass: most activations go, and a step takes about a third longer.</source>
        <translation>Hebt nur die Eingabe jeder Schicht auf und rechnet die Schicht im Rückwärtslauf neu: die meisten Aktivierungen entfallen, ein Schritt dauert rund ein Drittel länger.</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>The kernel of attention. eager makes whole scores, which grow with the square of the length; sdpa and flash do not.</source>
        <translation>Der Kernel der Attention. eager bildet volle Scores, die quadratisch mit der Länge wachsen; sdpa und flash nicht.</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>compile</translation>
    </message>
    <message>
        <source>torch.compile. Planned as PyTorch without it, with a wider interval.</source>
        <translation>torch.compile. Geplant wie PyTorch ohne es, mit breiterem Intervall.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>How the loss is computed from the last hidden states. Full logits hold tokens × vocabulary in 32 bits; fused and chunked losses never do.</source>
        <translation>Wie der Loss aus den letzten Hidden States entsteht. Volle Logits halten Tokens × Vokabular in 32 Bit, fusionierte und Chunk-Losses nie.</translation>
    </message>
    <message>
        <source>Loss chunk</source>
        <translation>Loss-Chunk</translation>
    </message>
    <message>
        <source>Tokens of one piece of a chunked loss.</source>
        <translation>Tokens eines Stücks bei einem Loss in Chunks.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>AdamW keeps two 32-bit numbers for each weight that trains, its 8-bit forms two bytes, SGD none.</source>
        <translation>AdamW hält zwei 32-Bit-Zahlen je trainiertem Gewicht, seine 8-Bit-Formen zwei Byte, SGD nichts.</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>fused works in place; foreach makes temporary copies of all gradients; single goes tensor by tensor.</source>
        <translation>fused arbeitet an Ort und Stelle; foreach legt temporäre Kopien aller Gradienten an; single geht Tensor für Tensor vor.</translation>
    </message>
    <message>
        <source>Engine of the ranks</source>
        <translation>Engine der Ranks</translation>
    </message>
    <message>
        <source>The library that spreads a training over cards: DDP copies the model to each, FSDP and DeepSpeed share it out.</source>
        <translation>Die Bibliothek, die ein Training auf Karten verteilt: DDP kopiert das Modell auf jede, FSDP und DeepSpeed teilen es auf.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Ranks that each work on other sequences. By themselves they do not make one card&apos;s part smaller.</source>
        <translation>Ranks, die je andere Sequenzen bearbeiten. Allein verkleinern sie den Teil einer Karte nicht.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Ranks that share each matrix: weights and much of the activations are divided among them.</source>
        <translation>Ranks, die sich jede Matrix teilen: Gewichte und viele Aktivierungen sind unter ihnen aufgeteilt.</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>Runs of layers, each on a card of its own.</source>
        <translation>Folgen von Schichten, jede auf eigener Karte.</translation>
    </message>
    <message>
        <source>Context ranks</source>
        <translation>Kontext-Ranks</translation>
    </message>
    <message>
        <source>Ranks that share each sequence: activations are divided among them.</source>
        <translation>Ranks, die sich jede Sequenz teilen: Aktivierungen sind unter ihnen aufgeteilt.</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Ranks that share a machine: its links and its host memory.</source>
        <translation>Ranks, die sich eine Maschine teilen: ihre Verbindungen und ihren Host-Speicher.</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Ranks that share each layer&apos;s experts.</source>
        <translation>Ranks, die sich die Experten jeder Schicht teilen.</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Norms and residuals are split over the tensor-parallel ranks, too.</source>
        <translation>Auch Normen und Residuen sind über die tensorparallelen Ranks verteilt.</translation>
    </message>
    <message>
        <source>Sharded</source>
        <translation>Aufgeteilt</translation>
    </message>
    <message>
        <source>What data-parallel ranks divide among them: optimizer states, then gradients, then weights. FSDP&apos;s full shard is 3.</source>
        <translation>Was datenparallele Ranks unter sich aufteilen: Optimizer-Zustände, dann Gradienten, dann Gewichte. FULL_SHARD von FSDP ist 3.</translation>
    </message>
    <message>
        <source>reshard</source>
        <translation>reshard</translation>
    </message>
    <message>
        <source>FSDP lets the gathered weights of a unit go after its forward pass and gathers them again for backward.</source>
        <translation>FSDP gibt die gesammelten Gewichte einer Einheit nach dem Vorwärtslauf frei und sammelt sie für den Rückwärtslauf erneut.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Copies of the whole sharded group (HSDP): fewer ranks share one model.</source>
        <translation>Kopien der ganzen aufgeteilten Gruppe (HSDP): weniger Ranks teilen sich ein Modell.</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>What FSDP gathers at once: a layer at a time needs least.</source>
        <translation>Was FSDP auf einmal sammelt: Schicht für Schicht braucht am wenigsten.</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>Gradients that DDP sends at once; one or two such buckets stand beside the gradients.</source>
        <translation>Gradienten, die DDP auf einmal sendet; ein oder zwei solche Buckets liegen neben den Gradienten.</translation>
    </message>
    <message>
        <source>gradients are views</source>
        <translation>Gradienten als Views</translation>
    </message>
    <message>
        <source>Gradients lie in DDP&apos;s buckets in place of beside them.</source>
        <translation>Gradienten liegen in den Buckets von DDP statt daneben.</translation>
    </message>
    <message>
        <source>How context ranks attend</source>
        <translation>Attention der Kontext-Ranks</translation>
    </message>
    <message>
        <source>Each rank attends to its own queries (ring), or to some of the heads of the whole sequence (Ulysses).</source>
        <translation>Jeder Rank bearbeitet seine eigenen Queries (Ring) oder einige Heads der ganzen Sequenz (Ulysses).</translation>
    </message>
    <message>
        <source>How keys come round</source>
        <translation>Wie Keys herumkommen</translation>
    </message>
    <message>
        <source>Keys and values of all ranks at once, or of one rank after another.</source>
        <translation>Keys und Values aller Ranks auf einmal oder eines Ranks nach dem anderen.</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Micro-batches of one step of the pipeline; the first stages keep activations of several.</source>
        <translation>Micro-Batches eines Pipeline-Schritts; die ersten Stufen halten Aktivierungen von mehreren.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>Order of the pipeline&apos;s passes: 1F1B keeps activations of as many micro-batches as there are stages, GPipe of all.</source>
        <translation>Reihenfolge der Pipeline-Läufe: 1F1B hält Aktivierungen von so vielen Micro-Batches, wie es Stufen gibt, GPipe von allen.</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>What a rank keeps in its host&apos;s memory in place of its card&apos;s: less on the card, more on the host, slower steps.</source>
        <translation>Was ein Rank im Speicher des Hosts statt der Karte hält: weniger auf der Karte, mehr auf dem Host, langsamere Schritte.</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>What is trained towards. Preferences and rewards bring in more rows, more models or a generation of their own.</source>
        <translation>Worauf trainiert wird. Präferenzen und Belohnungen bringen weitere Zeilen, weitere Modelle oder eine eigene Generierung mit.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Tokens of the prompts that completions are written to.</source>
        <translation>Tokens der Prompts, zu denen Completions geschrieben werden.</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>Completion</translation>
    </message>
    <message>
        <source>Tokens of a completion that the model writes while it trains. With the prompt they are the rows of each pass.</source>
        <translation>Tokens einer Completion, die das Modell im Training schreibt. Mit dem Prompt sind sie die Zeilen jedes Durchlaufs.</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <source>Completions of one prompt, which are held against each other. The micro batch says how many rows one pass has.</source>
        <translation>Completions auf einen Prompt, die miteinander verglichen werden. Der Micro-Batch sagt, wie viele Zeilen ein Durchlauf hat.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Micro batches whose completions are made at once: more of them make a larger generation.</source>
        <translation>Micro-Batches, deren Completions auf einmal entstehen: mehr davon machen die Generierung größer.</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Weight of the reference. At 0 no reference is asked, and none is held.</source>
        <translation>Gewicht der Referenz. Bei 0 wird keine Referenz gefragt und keine gehalten.</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>How the model is held that completions are compared with: a second copy, the same model without its adapters, or none.</source>
        <translation>Wie das Modell gehalten wird, mit dem Completions verglichen werden: als zweite Kopie, als dasselbe Modell ohne seine Adapter oder gar nicht.</translation>
    </message>
    <message>
        <source>Tokens of a row that are not scored: the head leaves them out.</source>
        <translation>Tokens einer Zeile, die nicht bewertet werden: Der Kopf lässt sie aus.</translation>
    </message>
    <message>
        <source>How the model is held that pairs are compared with: a second copy, the same model without its adapters, or answers computed beforehand.</source>
        <translation>Wie das Modell gehalten wird, mit dem Paare verglichen werden: als zweite Kopie, als dasselbe Modell ohne seine Adapter oder als vorab berechnete Werte.</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>Teacher-Modell</translation>
    </message>
    <message>
        <source>The model that is learned from. It stands beside the one that trains, without gradients.</source>
        <translation>Das Modell, von dem gelernt wird. Es steht ohne Gradienten neben dem, das trainiert.</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>Belohnungen</translation>
    </message>
    <message>
        <source>Models that score completions, with commas between. They stand on the card as well; functions take nothing.</source>
        <translation>Modelle, die Completions bewerten, durch Kommas getrennt. Auch sie stehen auf der Karte; Funktionen brauchen nichts.</translation>
    </message>
    <message>
        <source>Generates</source>
        <translation>Generiert</translation>
    </message>
    <message>
        <source>What writes completions: the model itself by transformers, or an engine that stands beside it on the card.</source>
        <translation>Was Completions schreibt: das Modell selbst mit transformers oder eine Engine, die neben ihm auf der Karte steht.</translation>
    </message>
    <message>
        <source>The part of the card that the engine beside claims from the start.</source>
        <translation>Der Teil der Karte, den die Engine daneben von Anfang an beansprucht.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Context of the engine beside: prompt and completion together have to go into it.</source>
        <translation>Kontext der Engine daneben: Prompt und Completion müssen zusammen hineinpassen.</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>Schlaf</translation>
    </message>
    <message>
        <source>What the engine gives back while the model trains: nothing, its cache with the weights kept on the host, or both.</source>
        <translation>Was die Engine zurückgibt, während das Modell trainiert: nichts, ihren Cache mit Gewichten auf dem Host, oder beides.</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures in each row. Their tokens count in its length, and the tower keeps activations of them.</source>
        <translation>Bilder in jeder Zeile. Ihre Tokens zählen zu deren Länge, und der Turm behält Aktivierungen von ihnen.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Pixels of a picture as the processor is given it. It makes patches and tokens of them by the model&apos;s own rule.</source>
        <translation>Pixel eines Bildes, wie es der Prozessor bekommt. Er macht daraus Patches und Tokens nach der Regel des Modells.</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Cap of the processor: larger pictures are made smaller before they are cut into patches.</source>
        <translation>Obergrenze des Prozessors: Größere Bilder werden verkleinert, bevor sie in Patches zerlegt werden.</translation>
    </message>
    <message>
        <source>Tower</source>
        <translation>Turm</translation>
    </message>
    <message>
        <source>What of the part that reads pictures trains. Frozen, it keeps nothing for a backward pass.</source>
        <translation>Was von dem Teil trainiert, der Bilder liest. Eingefroren behält er nichts für einen Rückwärtslauf.</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>What trains of the layers that turn the tower&apos;s features into tokens.</source>
        <translation>Was von den Schichten trainiert, die aus den Merkmalen des Turms Tokens machen.</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Clips of sound in each row. Their tokens count in its length.</source>
        <translation>Tonclips in jeder Zeile. Ihre Tokens zählen zu deren Länge.</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Length of a clip. Some models take pieces of 30 seconds, padded.</source>
        <translation>Länge eines Clips. Manche Modelle nehmen aufgefüllte Stücke von 30 Sekunden.</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Pieces that the processor cuts a picture into at most, each with tokens of its own.</source>
        <translation>In wie viele Stücke der Prozessor ein Bild höchstens zerlegt, jedes mit eigenen Tokens.</translation>
    </message>
    <message>
        <source>Videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>Videos in each row. Frames are taken of them, and their tokens count in the row&apos;s length.</source>
        <translation>Videos in jeder Zeile. Aus ihnen werden Einzelbilder genommen, deren Token zur Länge der Zeile zählen.</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>Frames that are taken of a video. Left open, the processor decides by its seconds.</source>
        <translation>Einzelbilder, die aus einem Video genommen werden. Bleibt es offen, entscheidet der Prozessor nach der Dauer.</translation>
    </message>
    <message>
        <source>Pixels of a frame as the processor is given it.</source>
        <translation>Pixel eines Einzelbilds, wie es dem Prozessor übergeben wird.</translation>
    </message>
    <message>
        <source>Length of a video, of which the processor takes frames by its own rule.</source>
        <translation>Länge eines Videos, aus dem der Prozessor nach eigener Regel Einzelbilder nimmt.</translation>
    </message>
    <message>
        <source>Scored rows</source>
        <translation>Bewertete Zeilen</translation>
    </message>
    <message>
        <source>Rows of a pass that computes log-probabilities of completions, without gradients.</source>
        <translation>Zeilen eines Durchlaufs, der Log-Wahrscheinlichkeiten von Completions ohne Gradienten berechnet.</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>%1 above the plan&apos;s peak at %2</source>
        <translation>%1 über der Spitze des Plans bei %2</translation>
    </message>
    <message>
        <source>%1 below the plan&apos;s peak at %2</source>
        <translation>%1 unter der Spitze des Plans bei %2</translation>
    </message>
    <message>
        <source>%1, within its interval (%2 to %3)</source>
        <translation>%1, im Intervall (%2 bis %3)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>What can have grown, as planned: %1.</source>
        <translation>Was laut Plan gewachsen sein kann: %1.</translation>
    </message>
    <message>
        <source>All processes together hold %1: %2.</source>
        <translation>Alle Prozesse zusammen halten %1: %2.</translation>
    </message>
    <message>
        <source>%1 holds %2: %3.</source>
        <translation>%1 hält %2: %3.</translation>
    </message>
    <message>
        <source>Not told: %1.</source>
        <translation>Nicht gemeldet: %1.</translation>
    </message>
</context>
<context>
    <name>LiveChart</name>
    <message>
        <source>plan %1</source>
        <translation>Plan %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>card %1</source>
        <translation>Karte %1</translation>
    </message>
    <message>
        <source>all processes %1</source>
        <translation>alle Prozesse %1</translation>
    </message>
    <message>
        <source>5 minutes ago</source>
        <translation>vor 5 Minuten</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1: nothing read yet.</source>
        <translation>%1: noch nichts gelesen.</translation>
    </message>
    <message>
        <source>%1: %2 in use now, %3 to %4 in the last five minutes.</source>
        <translation>%1: jetzt %2 in Gebrauch, %3 bis %4 in den letzten fünf Minuten.</translation>
    </message>
    <message>
        <source>%1 of it by %2.</source>
        <translation>Davon %1 durch %2.</translation>
    </message>
    <message>
        <source>The plan peaks at %1.</source>
        <translation>Die Spitze des Plans ist %1.</translation>
    </message>
    <message>
        <source>Its interval is %1.</source>
        <translation>Sein Intervall ist %1.</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>On the way it takes %1.</source>
        <translation>Unterwegs braucht er %1.</translation>
    </message>
    <message>
        <source>%1: %2 in use</source>
        <translation>%1: %2 in Gebrauch</translation>
    </message>
    <message>
        <source>, %1 of it by %2</source>
        <translation>, davon %1 durch %2</translation>
    </message>
    <message>
        <source>, as much as the plan takes up to %1</source>
        <translation>, so viel, wie der Plan bis %1 braucht</translation>
    </message>
</context>
<context>
    <name>MemoryChart</name>
    <message>
        <source>±%1 %</source>
        <translation>±%1 %</translation>
    </message>
    <message>
        <source>whisker: interval %1</source>
        <translation>Antenne: Intervall %1</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>No scenario.</source>
        <translation>Kein Szenario.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 not known</source>
        <translation>%1 nicht bekannt</translation>
    </message>
    <message>
        <source>, selected</source>
        <translation>, gewählt</translation>
    </message>
    <message>
        <source>, baseline</source>
        <translation>, Bezugspunkt</translation>
    </message>
    <message>
        <source>%1, %2 usable</source>
        <translation>%1, %2 nutzbar</translation>
    </message>
    <message>
        <source>Memory on the device: %1.</source>
        <translation>Speicher auf dem Gerät: %1.</translation>
    </message>
    <message>
        <source> Load lines: %1.</source>
        <translation> Grenzlinien: %1.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>takes %1</source>
        <translation>belegt %1</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>Regel %1</translation>
    </message>
    <message>
        <source>not to scale</source>
        <translation>nicht maßstäblich</translation>
    </message>
    <message>
        <source>above the break</source>
        <translation>oberhalb des Bruchs</translation>
    </message>
    <message>
        <source>%1 usable</source>
        <translation>%1 nutzbar</translation>
    </message>
    <message>
        <source>%1 more cards</source>
        <translation>%1 weitere Karten</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>ModelItems</name>
    <message>
        <source>%1 K tokens</source>
        <translation>%1 K Tokens</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>Eingefügt</translation>
    </message>
    <message>
        <source>The configuration that was pasted</source>
        <translation>Die eingefügte Konfiguration</translation>
    </message>
    <message>
        <source>The pasted configuration ends too early, or is no JSON.</source>
        <translation>Die eingefügte Konfiguration endet zu früh oder ist kein JSON.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>Datei oder Ordner %1 gibt es nicht.</translation>
    </message>
    <message>
        <source>Hub id</source>
        <translation>Hub-ID</translation>
    </message>
    <message>
        <source>in the local cache</source>
        <translation>im lokalen Cache</translation>
    </message>
    <message>
        <source>the shape of %1</source>
        <translation>die Form von %1</translation>
    </message>
    <message>
        <source>most likely the shape of %1</source>
        <translation>höchstwahrscheinlich die Form von %1</translation>
    </message>
    <message>
        <source>Enter fetches its config.json</source>
        <translation>Enter holt die config.json</translation>
    </message>
    <message>
        <source>if it is in the local cache</source>
        <translation>falls im lokalen Cache</translation>
    </message>
    <message>
        <source>This address names no model of the Hub.</source>
        <translation>Diese Adresse nennt kein Modell des Hubs.</translation>
    </message>
    <message>
        <source>What Ollama calls so</source>
        <translation>Was bei Ollama so heißt</translation>
    </message>
    <message>
        <source>Hugging Face cache of this machine</source>
        <translation>Hugging-Face-Cache dieser Maschine</translation>
    </message>
</context>
<context>
    <name>ObjectiveGroup</name>
    <message>
        <source>as the library does</source>
        <translation>wie die Bibliothek</translation>
    </message>
    <message>
        <source>second model</source>
        <translation>zweites Modell</translation>
    </message>
    <message>
        <source>adapters off</source>
        <translation>ohne Adapter</translation>
    </message>
    <message>
        <source>second adapters</source>
        <translation>zweite Adapter</translation>
    </message>
    <message>
        <source>precomputed</source>
        <translation>vorab berechnet</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Tokens of a prompt</source>
        <translation>Tokens eines Prompts</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>Completion</translation>
    </message>
    <message>
        <source>Tokens of a completion</source>
        <translation>Tokens einer Completion</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generierungen</translation>
    </message>
    <message>
        <source>Completions of one prompt</source>
        <translation>Completions auf einen Prompt</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Micro batches of one generation</source>
        <translation>Micro-Batches einer Generierung</translation>
    </message>
    <message>
        <source>Tokens that are not scored</source>
        <translation>Nicht bewertete Tokens</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>How the reference is held</source>
        <translation>Wie die Referenz gehalten wird</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Weight of the reference</source>
        <translation>Gewicht der Referenz</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>Teacher-Modell</translation>
    </message>
    <message>
        <source>Model that teaches</source>
        <translation>Modell, das lehrt</translation>
    </message>
    <message>
        <source>a model&apos;s name</source>
        <translation>Name eines Modells</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>Belohnungen</translation>
    </message>
    <message>
        <source>Models that score completions</source>
        <translation>Modelle, die Completions bewerten</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>Funktionen</translation>
    </message>
    <message>
        <source>Generates</source>
        <translation>Generiert</translation>
    </message>
    <message>
        <source>What generates completions</source>
        <translation>Was Completions generiert</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the card of the engine beside</source>
        <translation>Anteil der Engine daneben an der Karte</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Länge</translation>
    </message>
    <message>
        <source>Context of the engine beside</source>
        <translation>Kontext der Engine daneben</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>Schlaf</translation>
    </message>
    <message>
        <source>What the engine gives back while the model trains</source>
        <translation>Was die Engine zurückgibt, während das Modell trainiert</translation>
    </message>
    <message>
        <source>0: stays awake</source>
        <translation>0: bleibt wach</translation>
    </message>
    <message>
        <source>1: weights to the host</source>
        <translation>1: Gewichte auf den Host</translation>
    </message>
    <message>
        <source>2: weights dropped</source>
        <translation>2: Gewichte verworfen</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Scored rows</source>
        <translation>Bewertete Zeilen</translation>
    </message>
    <message>
        <source>Rows of a pass that computes log-probabilities</source>
        <translation>Zeilen eines Durchlaufs, der Log-Wahrscheinlichkeiten berechnet</translation>
    </message>
</context>
<context>
    <name>OtherPrograms</name>
    <message>
        <source>the program ended early</source>
        <translation>das Programm endete vorzeitig</translation>
    </message>
</context>
<context>
    <name>PicturesGroup</name>
    <message>
        <source>%1 tokens, %2 patches</source>
        <translation>%1 Tokens, %2 Patches</translation>
    </message>
    <message>
        <source>A clip: %1</source>
        <translation>Ein Clip: %1</translation>
    </message>
    <message>
        <source>%1 × %2: %3</source>
        <translation>%1 × %2: %3</translation>
    </message>
    <message>
        <source>%1 tokens of a row are pictures</source>
        <translation>%1 Tokens einer Zeile sind Bilder</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>eingefroren</translation>
    </message>
    <message>
        <source>trained whole</source>
        <translation>ganz trainiert</translation>
    </message>
    <message>
        <source>adapters in it</source>
        <translation>mit Adaptern</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Pictures of a row</source>
        <translation>Bilder einer Zeile</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Width of a picture in pixels</source>
        <translation>Breite eines Bildes in Pixeln</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Height of a picture in pixels</source>
        <translation>Höhe eines Bildes in Pixeln</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Pixels that the processor leaves of a picture</source>
        <translation>Pixel, die der Prozessor von einem Bild lässt</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> Pixel</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>Clips of sound in a row</source>
        <translation>Tonclips in einer Zeile</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Seconds of a clip</source>
        <translation>Sekunden eines Clips</translation>
    </message>
    <message>
        <source>Tower</source>
        <translation>Turm</translation>
    </message>
    <message>
        <source>What of the tower trains</source>
        <translation>Was vom Turm trainiert</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>What of the projector trains</source>
        <translation>Was vom Projektor trainiert</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>Kacheln</translation>
    </message>
    <message>
        <source>Tiles that the processor cuts a picture into at most</source>
        <translation>Kacheln, in die der Prozessor ein Bild höchstens zerlegt</translation>
    </message>
    <message>
        <source>%1 × %2: %3 frames, %4 tokens, %5 patches</source>
        <translation>%1 × %2: %3 Einzelbilder, %4 Tokens, %5 Patches</translation>
    </message>
    <message>
        <source>Videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>Videos of a row</source>
        <translation>Videos einer Zeile</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>Frames that are taken of a video</source>
        <translation>Einzelbilder, die aus einem Video genommen werden</translation>
    </message>
    <message>
        <source>Width of a frame in pixels</source>
        <translation>Breite eines Einzelbilds in Pixeln</translation>
    </message>
    <message>
        <source>Height of a frame in pixels</source>
        <translation>Höhe eines Einzelbilds in Pixeln</translation>
    </message>
    <message>
        <source>Seconds of a video</source>
        <translation>Sekunden eines Videos</translation>
    </message>
</context>
<context>
    <name>PlanEditor</name>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>%1 wählen</translation>
    </message>
    <message>
        <source>Compare precisions</source>
        <translation>Präzisionen vergleichen</translation>
    </message>
</context>
<context>
    <name>PlanGroups</name>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>auto: %1</source>
        <translation>auto: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>GGUF types are for inference only</source>
        <translation>GGUF-Typen sind nur zur Inferenz da</translation>
    </message>
    <message>
        <source>1 token a step</source>
        <translation>1 Token je Schritt</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>%1 Tokens je Schritt</translation>
    </message>
    <message>
        <source>%1 × %2 = %3 tokens</source>
        <translation>%1 × %2 = %3 Tokens</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Tokens</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>QLoRA</source>
        <translation>QLoRA</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>Quantisieren</translation>
    </message>
    <message>
        <source>double quantised</source>
        <translation>doppelt quantisiert</translation>
    </message>
    <message>
        <source>prepare for k-bit training</source>
        <translation>für k-Bit-Training vorbereiten</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Präzision</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>Akkumulieren</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>Tokens a step × steps accumulated = tokens an update</source>
        <translation>Tokens je Schritt × akkumulierte Schritte = Tokens je Update</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Share of the card</source>
        <translation>Anteil an der Karte</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Anfragen zugleich</translation>
    </message>
    <message>
        <source>A pass</source>
        <translation>Durchgang</translation>
    </message>
    <message>
        <source>Tokens of one pass</source>
        <translation>Tokens je Durchgang</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>Graphen</translation>
    </message>
    <message>
        <source>No CUDA graphs</source>
        <translation>Keine CUDA-Graphen</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash Attention</translation>
    </message>
    <message>
        <source>On host</source>
        <translation>Auf Host</translation>
    </message>
    <message>
        <source>Layers whose experts stay with the host</source>
        <translation>Schichten, deren Experten auf dem Host bleiben</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>Inferenz</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>Neue Tokens</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>KV cache dtype</source>
        <translation>dtype des KV-Cache</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>Auslesen</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>Erfassen</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>Hidden States</translation>
    </message>
    <message>
        <source>attentions</source>
        <translation>Attentions</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>alles</translation>
    </message>
    <message>
        <source>hooks</source>
        <translation>Hooks</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>Hooks</translation>
    </message>
    <message>
        <source>Hook points</source>
        <translation>Hook-Punkte</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Halten</translation>
    </message>
    <message>
        <source>Captured states are kept</source>
        <translation>Erfasste Zustände bleiben</translation>
    </message>
    <message>
        <source>on the card</source>
        <translation>auf der Karte</translation>
    </message>
    <message>
        <source>on the host</source>
        <translation>auf dem Host</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>OK</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>&amp;Ja</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>&amp;Nein</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
</context>
<context>
    <name>RankWords</name>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Host memory of the fullest node, while loading</source>
        <translation>Host-Speicher des vollsten Knotens, beim Laden</translation>
    </message>
    <message>
        <source>Host memory of the fullest node, while training</source>
        <translation>Host-Speicher des vollsten Knotens, beim Training</translation>
    </message>
    <message>
        <source>Of it pinned: %1</source>
        <translation>Davon gepinnt: %1</translation>
    </message>
    <message>
        <source>On rank 0&apos;s card while a checkpoint is written</source>
        <translation>Auf der Karte von Rank 0, während ein Checkpoint geschrieben wird</translation>
    </message>
    <message>
        <source>And %1 on its host</source>
        <translation>Und %1 auf dem Host</translation>
    </message>
    <message>
        <source>Sent by one rank in one step</source>
        <translation>Von einem Rank je Schritt gesendet</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Rank %1 of %2 sits there; the run is over all cards, and this one decides.</source>
        <translation>Rank %1 von %2 sitzt dort; der Lauf geht über alle Karten, und diese entscheidet.</translation>
    </message>
    <message>
        <source>Ranks %1 to %2 of %3 sit there; the run is over all cards, and these decide.</source>
        <translation>Ranks %1 bis %2 von %3 sitzen dort; der Lauf geht über alle Karten, und diese entscheiden.</translation>
    </message>
    <message>
        <source>Each of the %1 ranks holds as much.</source>
        <translation>Jeder der %1 Ranks hält gleich viel.</translation>
    </message>
    <message>
        <source>Fullest of %1 ranks: %2, %3 alike.</source>
        <translation>Vollster von %1 Ranks: %2, %3 gleich.</translation>
    </message>
    <message>
        <source>Fullest of %1 ranks: %2.</source>
        <translation>Vollster von %1 Ranks: %2.</translation>
    </message>
    <message>
        <source>%1 cards are named, the plan has %2 ranks.</source>
        <translation>%1 Karten sind genannt, der Plan hat %2 Ranks.</translation>
    </message>
    <message>
        <source>One of the %1 cards is used: nothing is split over them.</source>
        <translation>Eine der %1 Karten wird genutzt: Nichts ist auf sie aufgeteilt.</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>Host %1</translation>
    </message>
    <message>
        <source>saving %1</source>
        <translation>Speichern %1</translation>
    </message>
    <message>
        <source>sent a step %1</source>
        <translation>Senden je Schritt %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>A host needs %1; a rank sends %2 a step.</source>
        <translation>Ein Host braucht %1; ein Rank sendet %2 je Schritt.</translation>
    </message>
    <message>
        <source>A host needs %1.</source>
        <translation>Ein Host braucht %1.</translation>
    </message>
    <message>
        <source>A rank sends %1 a step.</source>
        <translation>Ein Rank sendet %1 je Schritt.</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>on the device, %1</source>
        <translation>auf dem Gerät, %1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>To cite.</source>
        <translation>Zum Zitieren.</translation>
    </message>
    <message>
        <source>The engine&apos;s start</source>
        <translation>Der Start der Engine</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>allocated, %1</source>
        <translation>belegt, %1</translation>
    </message>
</context>
<context>
    <name>RunDialogWords</name>
    <message>
        <source>It lies above the interval.</source>
        <translation>Es liegt über dem Intervall.</translation>
    </message>
    <message>
        <source>It lies below the interval.</source>
        <translation>Es liegt unter dem Intervall.</translation>
    </message>
    <message>
        <source>It lies within the interval.</source>
        <translation>Es liegt im Intervall.</translation>
    </message>
    <message>
        <source>It ran out of memory.</source>
        <translation>Der Speicher ging aus.</translation>
    </message>
    <message>
        <source>The process took %1 on the card; planned were %2 (%3 to %4).</source>
        <translation>Der Prozess nahm %1 auf der Karte; geplant waren %2 (%3 bis %4).</translation>
    </message>
    <message>
        <source>PyTorch had %1 allocated at most; planned were %2 (%3 to %4).</source>
        <translation>PyTorch hatte höchstens %1 belegt; geplant waren %2 (%3 bis %4).</translation>
    </message>
    <message>
        <source>All processes of the card together took %1; the plan&apos;s alone takes %2.</source>
        <translation>Alle Prozesse der Karte zusammen nahmen %1; der Plan allein nimmt %2.</translation>
    </message>
    <message>
        <source>It took %1; no plan stands beside it.</source>
        <translation>Es nahm %1; kein Plan steht daneben.</translation>
    </message>
    <message>
        <source>No phase is off by more than half a per cent and 2 MiB.</source>
        <translation>Keine Phase weicht um mehr als ein halbes Prozent und 2 MiB ab.</translation>
    </message>
</context>
<context>
    <name>SessionFile</name>
    <message>
        <source>There is no such file; it may have been moved or renamed.</source>
        <translation>Diese Datei gibt es nicht; vielleicht verschoben oder umbenannt.</translation>
    </message>
    <message>
        <source>This folder holds no config.json; choose the folder of one model, or a file.</source>
        <translation>Dieser Ordner enthält keine config.json; den Ordner eines Modells oder eine Datei wählen.</translation>
    </message>
    <message>
        <source>The file has %1 MiB, sessions and configurations at most %2. Choose the model&apos;s config.json, or its .safetensors or .gguf file.</source>
        <translation>Die Datei hat %1 MiB, Sitzungen und Konfigurationen höchstens %2. config.json, .safetensors- oder .gguf-Datei des Modells wählen.</translation>
    </message>
    <message>
        <source>It cannot be read: %1. Change who may read it, or copy it.</source>
        <translation>Nicht lesbar: %1. Leserechte ändern oder die Datei kopieren.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 lässt sich nicht schreiben: %2.</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>Passt wohl nicht</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Fits %1.</source>
        <translation>Passt auf %1.</translation>
    </message>
    <message>
        <source>Tight on %1.</source>
        <translation>Knapp auf %1.</translation>
    </message>
    <message>
        <source>Unlikely on %1.</source>
        <translation>Passt wohl nicht auf %1.</translation>
    </message>
    <message>
        <source>Over %1 by %2.</source>
        <translation>%2 zu viel für %1.</translation>
    </message>
    <message>
        <source>Not known on %1.</source>
        <translation>Nicht bekannt auf %1.</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4).</source>
        <translation>%1: %2 (%3 bis %4).</translation>
    </message>
    <message>
        <source>Memory over %1 and %2.</source>
        <translation>Speicher über %1 und %2.</translation>
    </message>
    <message>
        <source>Memory over %1.</source>
        <translation>Speicher über %1.</translation>
    </message>
    <message>
        <source>Up to %1 fits %2.</source>
        <translation>Bis %1 passt es auf %2.</translation>
    </message>
    <message>
        <source>On the device, %1</source>
        <translation>Auf dem Gerät, %1</translation>
    </message>
    <message>
        <source>Interval from</source>
        <translation>Intervall von</translation>
    </message>
    <message>
        <source>Interval to</source>
        <translation>Intervall bis</translation>
    </message>
    <message>
        <source>%1 on the device</source>
        <translation>%1 auf dem Gerät</translation>
    </message>
    <message>
        <source>fits up to %1</source>
        <translation>passt bis %1</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>jetzt %1</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Sequenzlänge</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>Micro-Batch</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Sequenzen</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
</context>
<context>
    <name>TimeWords</name>
    <message>
        <source>%1–%2 tokens/s a sequence</source>
        <translation>%1–%2 Tokens/s je Sequenz</translation>
    </message>
    <message>
        <source>%1 tokens/s in all</source>
        <translation>%1 Tokens/s insgesamt</translation>
    </message>
    <message>
        <source>prompts at %1 tokens/s</source>
        <translation>Prompts mit %1 Tokens/s</translation>
    </message>
    <message>
        <source>%1 to %2 a step</source>
        <translation>%1 bis %2 je Schritt</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 Tokens/s</translation>
    </message>
    <message>
        <source>$ %1 a million tokens</source>
        <translation>$ %1 je Million Token</translation>
    </message>
    <message>
        <source>Cheapest known offer: %1, %2.</source>
        <translation>Günstigstes bekanntes Angebot: %1, %2.</translation>
    </message>
    <message>
        <source>%1: %2, $ %3</source>
        <translation>%1: %2, $ %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 new tokens/s with their prompts</source>
        <translation>%1 neue Token/s samt Prompts</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>layer %1, %2</source>
        <translation>Schicht %1, %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>No timeline.</source>
        <translation>Kein Verlauf.</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>A real run had %1 at most.</source>
        <translation>Ein echter Lauf hatte höchstens %1.</translation>
    </message>
    <message>
        <source>Bytes allocated over the engine&apos;s start: %1. The peak is %2 at %3.</source>
        <translation>Belegte Bytes beim Start der Engine: %1. Die Spitze ist %2 bei %3.</translation>
    </message>
    <message>
        <source>Bytes allocated over one step: %1. The peak is %2 at %3.</source>
        <translation>Belegte Bytes in einem Schritt: %1. Die Spitze ist %2 bei %3.</translation>
    </message>
    <message>
        <source>%1 allocated, the peak</source>
        <translation>%1 belegt, die Spitze</translation>
    </message>
    <message>
        <source>held: %1</source>
        <translation>gehalten: %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>stages of the engine&apos;s start, in order; not time</source>
        <translation>Stufen des Starts der Engine, der Reihe nach, nicht nach Zeit</translation>
    </message>
    <message>
        <source>operations of one step, in order; not time</source>
        <translation>Operationen eines Schritts, der Reihe nach, nicht nach Zeit</translation>
    </message>
    <message>
        <source>operations, in order; not time</source>
        <translation>Operationen, der Reihe nach, nicht nach Zeit</translation>
    </message>
    <message>
        <source>line: measured, %1 at most</source>
        <translation>Linie: gemessen, höchstens %1</translation>
    </message>
    <message>
        <source>tower, %1</source>
        <translation>Turm, %1</translation>
    </message>
    <message>
        <source>tower, layer %1, %2</source>
        <translation>Turm, Schicht %1, %2</translation>
    </message>
    <message>
        <source>planned time of one step; within a phase, operations stand evenly</source>
        <translation>geplante Zeit eines Schritts; innerhalb einer Phase stehen die Operationen gleichmäßig</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>With the engine beside it the card is fullest in %1: %2, of which the engine %3.</source>
        <translation>Mit der Engine daneben ist die Karte in „%1“ am vollsten: %2, davon die Engine %3.</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>Engine</translation>
    </message>
</context>
<context>
    <name>UserPlaces</name>
    <message>
        <source>%1 read</source>
        <translation>%1 gelesen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1. %2; and %3 more</source>
        <translation>%1. %2; und %3 weitere</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Not there: the catalogue&apos;s own cards alone.</source>
        <translation>Nicht vorhanden: nur die Karten des Katalogs.</translation>
    </message>
    <message>
        <source>Cloud prices</source>
        <translation>Cloud-Preise</translation>
    </message>
    <message>
        <source>Not there: the catalogue&apos;s own prices alone.</source>
        <translation>Nicht vorhanden: nur die Preise des Katalogs.</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>A change is kept here within a second, and comes back after a crash.</source>
        <translation>Änderungen werden hier binnen einer Sekunde gesichert und kehren nach einem Absturz zurück.</translation>
    </message>
    <message>
        <source>Hugging Face</source>
        <translation>Hugging Face</translation>
    </message>
    <message>
        <source>Models in the cache: %1</source>
        <translation>Modelle im Cache: %1</translation>
    </message>
    <message>
        <source>No cache on this machine.</source>
        <translation>Kein Cache auf dieser Maschine.</translation>
    </message>
</context>
<context>
    <name>VerdictText</name>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>Wohl nicht</translation>
    </message>
</context>
<context>
    <name>WayOut</name>
    <message>
        <source>with %1 new tokens</source>
        <translation>mit %1 neuen Tokens</translation>
    </message>
    <message>
        <source>with a context of %1 tokens</source>
        <translation>mit einem Kontext von %1 Tokens</translation>
    </message>
    <message>
        <source>take %1</source>
        <translation>%1 nehmen</translation>
    </message>
    <message>
        <source>take FP16</source>
        <translation>FP16 nehmen</translation>
    </message>
    <message>
        <source>evaluate one at a time</source>
        <translation>einzeln evaluieren</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>weglassen</translation>
    </message>
    <message>
        <source>with weights that are not quantised</source>
        <translation>mit nicht quantisierten Gewichten</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Within the %1 by %2.</source>
        <translation>Passt auf %1, %2 frei.</translation>
    </message>
    <message>
        <source>Probably fits on the %1.</source>
        <translation>Passt wahrscheinlich auf %1.</translation>
    </message>
    <message>
        <source>Tight on the %1.</source>
        <translation>Knapp auf %1.</translation>
    </message>
    <message>
        <source>Probably tight on the %1.</source>
        <translation>Wahrscheinlich knapp auf %1.</translation>
    </message>
    <message>
        <source>Starts on the %1: %2 of %3 requests at once.</source>
        <translation>Startet auf %1: %2 von %3 Anfragen zugleich.</translation>
    </message>
    <message>
        <source>Starts on the %1, partly on the host.</source>
        <translation>Startet auf %1, teils auf dem Host.</translation>
    </message>
    <message>
        <source>Unlikely on the %1.</source>
        <translation>Passt wohl nicht auf %1.</translation>
    </message>
    <message>
        <source>Probably does not fit on the %1.</source>
        <translation>Passt wahrscheinlich nicht auf %1.</translation>
    </message>
    <message>
        <source>Does not start on the %1.</source>
        <translation>Startet nicht auf %1.</translation>
    </message>
    <message>
        <source>Over the %1 by %2.</source>
        <translation>%2 zu viel für %1.</translation>
    </message>
    <message>
        <source>Does not fit on the %1.</source>
        <translation>Passt nicht auf %1.</translation>
    </message>
    <message>
        <source>Not known on the %1.</source>
        <translation>Nicht bekannt auf %1.</translation>
    </message>
    <message>
        <source>Not in the catalogue: %1.</source>
        <translation>Nicht im Katalog: %1.</translation>
    </message>
    <message>
        <source>No context is likely to fit, all else as it is.</source>
        <translation>Kein Kontext passt voraussichtlich, alles andere gleich.</translation>
    </message>
    <message>
        <source>No sequence length is likely to fit, all else as it is.</source>
        <translation>Keine Sequenzlänge passt voraussichtlich, alles andere gleich.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Longest context: sure %1, likely %2; most at once: sure %3, likely %4.</source>
        <translation>Längster Kontext: sicher %1, wohl %2; zugleich höchstens: sicher %3, wohl %4.</translation>
    </message>
    <message>
        <source>Longest sequence: sure %1, likely %2; largest batch: sure %3, likely %4.</source>
        <translation>Längste Sequenz: sicher %1, wohl %2; größter Batch: sicher %3, wohl %4.</translation>
    </message>
    <message>
        <source>Longest context that fits: %1 tokens.</source>
        <translation>Längster Kontext, der passt: %1 Tokens.</translation>
    </message>
    <message>
        <source>Longest sequence that fits: %1 tokens.</source>
        <translation>Längste Sequenz, die passt: %1 Tokens.</translation>
    </message>
    <message>
        <source>The model was made for %1 positions.</source>
        <translation>Das Modell ist für %1 Positionen gemacht.</translation>
    </message>
    <message>
        <source>Needs %1 on the device.</source>
        <translation>Braucht %1 auf dem Gerät.</translation>
    </message>
    <message>
        <source>Add a card or a budget to see whether it fits. The peak is at %1.</source>
        <translation>Karte oder Budget hinzufügen, um zu sehen, ob es passt. Die Spitze liegt bei %1.</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 Mrd.</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 Mio.</translation>
    </message>
    <message>
        <source>Full logits</source>
        <translation>Volle Logits</translation>
    </message>
    <message>
        <source>Chunked</source>
        <translation>In Chunks</translation>
    </message>
    <message>
        <source>Fused (Liger)</source>
        <translation>Fusioniert (Liger)</translation>
    </message>
    <message>
        <source>Fused CE kernel</source>
        <translation>Fusionierter CE-Kernel</translation>
    </message>
    <message>
        <source>Cut cross-entropy</source>
        <translation>Cut Cross-Entropy</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>embeddings %1</source>
        <translation>Embeddings %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>Gefunden: %1</translation>
    </message>
    <message>
        <source>Needed: %1</source>
        <translation>Nötig: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The model cannot be read.</source>
        <translation>Das Modell ist nicht lesbar.</translation>
    </message>
    <message>
        <source>%1 is not accepted.</source>
        <translation>%1 wird nicht akzeptiert.</translation>
    </message>
    <message>
        <source>Not known: the model cannot be read.</source>
        <translation>Nicht bekannt: Das Modell ist nicht lesbar.</translation>
    </message>
    <message>
        <source>The reason stands under the model.</source>
        <translation>Der Grund steht unter dem Modell.</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;model&quot;&gt;Choose another&lt;/a&gt;.</source>
        <translation>&lt;a href=&quot;model&quot;&gt;Ein anderes wählen&lt;/a&gt;.</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>Nicht bekannt.</translation>
    </message>
    <message>
        <source>Not known: %1 is not accepted.</source>
        <translation>Nicht bekannt: %1 wird nicht akzeptiert.</translation>
    </message>
    <message>
        <source>Not known: %1</source>
        <translation>Nicht bekannt: %1</translation>
    </message>
    <message>
        <source>Lower bound %1.</source>
        <translation>Untergrenze %1.</translation>
    </message>
    <message>
        <source>The training: %1</source>
        <translation>Das Training: %1</translation>
    </message>
    <message>
        <source>The server: %1</source>
        <translation>Der Server: %1</translation>
    </message>
</context>
<context>
    <name>WriteOut</name>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>It was not written.</source>
        <translation>Es wurde nicht geschrieben.</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Geschrieben nach %1</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>an adapter of rank %1 on it trains more parameters than %2 bits count</source>
        <translation>ein Adapter vom Rang %1 trainiert darauf mehr Parameter, als %2 Bit zählen</translation>
    </message>
    <message>
        <source>%1 wraps %2 and convolutions only</source>
        <translation>%1 umhüllt nur %2 und Faltungen</translation>
    </message>
    <message>
        <source>of what %1 would copy only norms are planned</source>
        <translation>von dem, was %1 kopieren würde, sind nur Normen geplant</translation>
    </message>
    <message>
        <source>%1 refuses %2 and %3 of %4 models, whose kernels read the weight itself</source>
        <translation>%1 lehnt %2 und %3 bei %4-Modellen ab, deren Kernel das Gewicht selbst lesen</translation>
    </message>
    <message>
        <source>%1&apos;s parameter wrapper, which fused experts need, does not work with %2</source>
        <translation>der Parameter-Wrapper von %1, den fusionierte Experten brauchen, arbeitet nicht mit %2</translation>
    </message>
    <message>
        <source>%1&apos;s parameter wrapper, which fused experts need, does not work with dropout</source>
        <translation>der Parameter-Wrapper von %1, den fusionierte Experten brauchen, arbeitet nicht mit Dropout</translation>
    </message>
    <message>
        <source>%1 wraps parameters of 2 or 3 dimensions only</source>
        <translation>%1 umhüllt nur Parameter mit 2 oder 3 Dimensionen</translation>
    </message>
    <message>
        <source>parameters of fused experts and of routers</source>
        <translation>Parameter fusionierter Experten und von Routern</translation>
    </message>
    <message>
        <source>%1 does not wrap a parameter of a module that %2 names already</source>
        <translation>%1 umhüllt keinen Parameter eines Moduls, das %2 schon nennt</translation>
    </message>
    <message>
        <source>the step of %1&apos;s wrapper around this parameter is not simulated</source>
        <translation>der Schritt des Wrappers von %1 um diesen Parameter wird nicht simuliert</translation>
    </message>
    <message>
        <source>names of modules of this model</source>
        <translation>Namen von Modulen dieses Modells</translation>
    </message>
    <message>
        <source>no module matches</source>
        <translation>kein Modul passt dazu</translation>
    </message>
    <message>
        <source>no module named %1</source>
        <translation>kein Modul heißt %1</translation>
    </message>
    <message>
        <source>a class that generates text</source>
        <translation>eine Klasse, die Text generiert</translation>
    </message>
    <message>
        <source>%1&apos;s causal-LM wrapper refuses this class</source>
        <translation>der Causal-LM-Wrapper von %1 lehnt diese Klasse ab</translation>
    </message>
    <message>
        <source>widths that the blocks divide</source>
        <translation>durch die Blöcke teilbare Breiten</translation>
    </message>
    <message>
        <source>%1 refuses %2 otherwise</source>
        <translation>%1 lehnt %2 sonst ab</translation>
    </message>
    <message>
        <source>%1 refuses a module of %2 x %3</source>
        <translation>%1 lehnt ein Modul von %2 x %3 ab</translation>
    </message>
    <message>
        <source>a divisor of rank and widths</source>
        <translation>ein Teiler von Rang und Breiten</translation>
    </message>
    <message>
        <source>one of both, the other 0</source>
        <translation>eines von beiden, das andere 0</translation>
    </message>
    <message>
        <source>%1 refuses more values than the matrix has</source>
        <translation>%1 lehnt mehr Werte ab, als die Matrix hat</translation>
    </message>
    <message>
        <source>widths that the groups divide</source>
        <translation>durch die Gruppen teilbare Breiten</translation>
    </message>
    <message>
        <source>a lower rank</source>
        <translation>ein kleinerer Rang</translation>
    </message>
    <message>
        <source>Longest sequence: sure %1, likely %2.</source>
        <translation>Längste Sequenz: sicher %1, wahrscheinlich %2.</translation>
    </message>
    <message>
        <source>Longest context: sure %1, likely %2.</source>
        <translation>Längster Kontext: sicher %1, wohl %2.</translation>
    </message>
    <message>
        <source>Most at once: sure %1, likely %2.</source>
        <translation>Zugleich höchstens: sicher %1, wahrscheinlich %2.</translation>
    </message>
    <message>
        <source>Largest batch: sure %1, likely %2.</source>
        <translation>Größter Batch: sicher %1, wahrscheinlich %2.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1: none — workspaces, kernels and context are those of compute capability %2</source>
        <translation>%1: keine – Workspaces, Kernel und Kontext sind die der Compute Capability %2</translation>
    </message>
    <message>
        <source>%1: the plan is of %2 processes on as many cards; idle: %3</source>
        <translation>%1: Der Plan hat %2 Prozesse auf ebenso vielen Karten; untätig: %3</translation>
    </message>
    <message>
        <source>%1: one is used, as nothing in this plan is spread over cards; idle: %2</source>
        <translation>%1: Eine wird genutzt, da in diesem Plan nichts auf Karten verteilt ist; untätig: %2</translation>
    </message>
    <message>
        <source>%1: one is used, as nothing in this plan is spread over cards (%3 does); idle: %2</source>
        <translation>%1: Eine wird genutzt, da in diesem Plan nichts auf Karten verteilt ist (%3 täte es); untätig: %2</translation>
    </message>
    <message>
        <source>%1: card and host have one memory. A process may take %2 GiB of it (%3); %4 to %5 GiB were free at a start (%6). The file cache while it loads, the host&apos;s processes and the desktop come from the same bytes</source>
        <translation>%1: Karte und Host haben einen gemeinsamen Speicher. Ein Prozess darf %2 GiB davon nehmen (%3); %4 bis %5 GiB waren bei einem Start frei (%6). Datei-Cache beim Laden, Prozesse des Hosts und Desktop nutzen dieselben Bytes</translation>
    </message>
    <message>
        <source>%1: what goes to the host stays in the same memory and saves nothing</source>
        <translation>%1: Was auf den Host geht, bleibt im selben Speicher und spart nichts</translation>
    </message>
    <message>
        <source>%1: the plan is of %2 processes, each on a card of its own</source>
        <translation>%1: Der Plan hat %2 Prozesse, jeden auf eigener Karte</translation>
    </message>
    <message>
        <source>at most %1 bytes on a line</source>
        <translation>höchstens %1 Byte je Zeile</translation>
    </message>
    <message>
        <source>is too long</source>
        <translation>ist zu lang</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>%1: no effect here, %2</source>
        <translation>%1: hier ohne Wirkung, %2</translation>
    </message>
    <message>
        <source>Not here: %1.</source>
        <translation>Nicht hier: %1.</translation>
    </message>
    <message>
        <source>%1 GiB on the card then</source>
        <translation>dann %1 GiB auf der Karte</translation>
    </message>
    <message>
        <source>GiB on the device; fits: %1.</source>
        <translation>GiB auf dem Gerät; passt: %1.</translation>
    </message>
    <message>
        <source>%1 is not in the catalogue: the plan&apos;s kernels and context are those of compute capability %2</source>
        <translation>%1 ist nicht im Katalog: Kernel und Kontext des Plans sind die der Compute Capability %2</translation>
    </message>
    <message>
        <source>figures alone were read, and no plan: that takes the command that started the engine, or its log from the first line on</source>
        <translation>nur Zahlen wurden gelesen, kein Plan: dafür ist der Befehl nötig, der die Engine startete, oder ihr Log ab der ersten Zeile</translation>
    </message>
    <message>
        <source>The host ran out, not the card: %1 of its memory were asked for.</source>
        <translation>Dem Host, nicht der Karte, ging der Speicher aus: %1 davon wurden angefordert.</translation>
    </message>
    <message>
        <source>One request of the whole length takes a cache of %1, and %2 are left for it.</source>
        <translation>Eine Anfrage voller Länge braucht einen Cache von %1, und %2 sind dafür übrig.</translation>
    </message>
    <message>
        <source>Others on the card held %1: without them the plan has room on it.</source>
        <translation>Andere auf der Karte hielten %1: Ohne sie hat der Plan Platz darauf.</translation>
    </message>
    <message>
        <source>PyTorch held %1 between its tensors, in blocks that were too small for %2.</source>
        <translation>PyTorch hielt %1 zwischen seinen Tensoren, in Blöcken, die für %2 zu klein waren.</translation>
    </message>
    <message>
        <source>Loading alone takes %1 in the plan too, and the card has %2.</source>
        <translation>Schon das Laden braucht auch im Plan %1, und die Karte hat %2.</translation>
    </message>
    <message>
        <source>The plan too needs more than the card&apos;s %1.</source>
        <translation>Auch der Plan braucht mehr als die %1 der Karte.</translation>
    </message>
    <message>
        <source>The message has no figures to hold against the plan.</source>
        <translation>Die Meldung nennt keine Zahlen, die sich mit dem Plan vergleichen lassen.</translation>
    </message>
    <message>
        <source>That is more than the plan needs, at most %1: what ran is not what is planned, such as its length, its batch or its releases.</source>
        <translation>Das ist mehr, als der Plan braucht, höchstens %1: Was lief, ist nicht, was geplant ist, etwa in Länge, Batch oder Versionen.</translation>
    </message>
    <message>
        <source>The plan foresaw as much, and the process was allowed %1 of the card.</source>
        <translation>Der Plan sah das vorher, und der Prozess durfte %1 der Karte nutzen.</translation>
    </message>
    <message>
        <source>The plan foresaw as much, and the card had no more room.</source>
        <translation>Der Plan sah das vorher, und die Karte hatte keinen Platz mehr.</translation>
    </message>
    <message>
        <source>Planned: %1. There stood %2, and %3 more were asked for.</source>
        <translation>Geplant: %1. Belegt waren %2, weitere %3 wurden angefordert.</translation>
    </message>
    <message>
        <source>Planned: %1. There stood %2.</source>
        <translation>Geplant: %1. Belegt waren %2.</translation>
    </message>
    <message>
        <source>Planned: %1. Asked for were %2.</source>
        <translation>Geplant: %1. Angefordert wurden %2.</translation>
    </message>
    <message>
        <source>Planned: %1. The message does not say what stood there.</source>
        <translation>Geplant: %1. Die Meldung sagt nicht, was belegt war.</translation>
    </message>
    <message>
        <source>PyTorch&apos;s memory snapshot</source>
        <translation>Speicher-Snapshot von PyTorch</translation>
    </message>
    <message>
        <source>Script that measures</source>
        <translation>Messskript</translation>
    </message>
    <message>
        <source>kept: %1 of %2 on %3 in %4</source>
        <translation>behalten: %1 von %2 auf %3 in %4</translation>
    </message>
    <message>
        <source> (%1 of %2 GiB usable; %3)</source>
        <translation> (%1 von %2 GiB nutzbar; %3)</translation>
    </message>
    <message>
        <source>; no matrix of the model has a higher rank than %1, its hidden size</source>
        <translation>; keine Matrix des Modells hat einen höheren Rang als %1, seine Hidden Size</translation>
    </message>
    <message>
        <source>; %1: the plan does not run there</source>
        <translation>; %1: der Plan läuft dort nicht</translation>
    </message>
    <message>
        <source>none. %1</source>
        <translation>keine. %1</translation>
    </message>
    <message>
        <source>%1 = micro_batch %2 × gradient_accumulation %3 × %4 card</source>
        <translation>%1 = micro_batch %2 × gradient_accumulation %3 × %4 Karte</translation>
    </message>
    <message>
        <source>%1 = micro_batch %2 × gradient_accumulation %3 × %4 cards</source>
        <translation>%1 = micro_batch %2 × gradient_accumulation %3 × %4 Karten</translation>
    </message>
    <message>
        <source>%1 an hour: %2</source>
        <translation>%1 je Stunde: %2</translation>
    </message>
    <message>
        <source>%1 an hour, the lowest price known (%2): %3</source>
        <translation>%1 je Stunde, der niedrigste bekannte Preis (%2): %3</translation>
    </message>
    <message>
        <source>%1 × %2: none of %3 ways fits with a global batch of %4.</source>
        <translation>%1 × %2: Keiner von %3 Wegen passt mit einem globalen Batch von %4.</translation>
    </message>
    <message>
        <source>only a training is spread</source>
        <translation>nur ein Training wird verteilt</translation>
    </message>
    <message>
        <source>the cards that there are</source>
        <translation>die vorhandenen Karten</translation>
    </message>
    <message>
        <source>cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>needs</source>
        <translation>braucht</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>nutzbar</translation>
    </message>
    <message>
        <source>why here</source>
        <translation>warum hier</translation>
    </message>
    <message>
        <source>does not fit: %1 GiB short</source>
        <translation>passt nicht: %1 GiB fehlen</translation>
    </message>
    <message>
        <source>Ruled out: %1</source>
        <translation>Ausgeschlossen: %1</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>%1 to %2 points</source>
        <translation>%1 bis %2 Punkte</translation>
    </message>
    <message>
        <source>%1 has no paged optimizers on %2</source>
        <translation>%1 hat auf %2 keine Paged-Optimizer</translation>
    </message>
    <message>
        <source>%1 has no optimizers in 8 bits on %2</source>
        <translation>%1 hat auf %2 keine 8-Bit-Optimizer</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2</source>
        <translation>%1 braucht Compute Capability %2</translation>
    </message>
    <message>
        <source>%1 has no kernels for %2</source>
        <translation>%1 hat keine Kernel für %2</translation>
    </message>
    <message>
        <source>an object with %1 and %2</source>
        <translation>ein Objekt mit %1 und %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>a list of cards</source>
        <translation>eine Liste von Karten</translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation>ein Objekt aus Texten</translation>
    </message>
    <message>
        <source>%1 is left out</source>
        <translation>%1 wird weggelassen</translation>
    </message>
    <message>
        <source>a name that no card before has</source>
        <translation>ein Name, den keine Karte davor hat</translation>
    </message>
    <message>
        <source>stands twice, the first is kept</source>
        <translation>steht zweimal da, das erste bleibt</translation>
    </message>
    <message>
        <source>the card</source>
        <translation>die Karte</translation>
    </message>
    <message>
        <source>stands twice, the last is read</source>
        <translation>steht zweimal da, das letzte wird gelesen</translation>
    </message>
    <message>
        <source>is a link to a file that is not there</source>
        <translation>ist ein Link auf eine fehlende Datei</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>ist keine Datei</translation>
    </message>
    <message>
        <source>is larger than %1, which no catalogue is</source>
        <translation>ist größer als %1, was kein Katalog ist</translation>
    </message>
    <message>
        <source>cannot be opened; check its permissions</source>
        <translation>lässt sich nicht öffnen; Rechte prüfen</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>%1 or %2 with %3 from %4 to %5</source>
        <translation>%1 oder %2 mit %3 von %4 bis %5</translation>
    </message>
    <message>
        <source>%1; less 800 MiB, what an idle Windows 11 takes (702 to 797 measured)</source>
        <translation>%1; abzüglich 800 MiB, die ein untätiges Windows 11 nimmt (702 bis 797 gemessen)</translation>
    </message>
    <message>
        <source>%1; less 600 MiB, what an idle KDE takes (596 measured; GNOME 214)</source>
        <translation>%1; abzüglich 600 MiB, die ein untätiges KDE nimmt (596 gemessen; GNOME 214)</translation>
    </message>
    <message>
        <source>size as sold × 0.884, the least share that a measured Jetson gave to CUDA</source>
        <translation>Größe laut Verkauf × 0,884, der kleinste Anteil, den ein gemessener Jetson CUDA gab</translation>
    </message>
    <message>
        <source>the driver&apos;s total − driver reservation of 46 MiB + 3.7 MiB per GiB</source>
        <translation>Gesamtwert des Treibers − Treiberreserve von 46 MiB + 3,7 MiB je GiB</translation>
    </message>
    <message>
        <source>the driver&apos;s total − driver reservation of 410 MiB + 2 MiB per GiB</source>
        <translation>Gesamtwert des Treibers − Treiberreserve von 410 MiB + 2 MiB je GiB</translation>
    </message>
    <message>
        <source>the size as sold − driver reservation of 46 MiB + 3.7 MiB per GiB</source>
        <translation>Größe laut Verkauf − Treiberreserve von 46 MiB + 3,7 MiB je GiB</translation>
    </message>
    <message>
        <source>the size as sold − driver reservation of 410 MiB + 2 MiB per GiB</source>
        <translation>Größe laut Verkauf − Treiberreserve von 410 MiB + 2 MiB je GiB</translation>
    </message>
    <message>
        <source>the driver&apos;s total − 1 MiB, as every measured card shows on Windows</source>
        <translation>Gesamtwert des Treibers − 1 MiB, wie bei jeder gemessenen Karte unter Windows</translation>
    </message>
    <message>
        <source>size as sold − 20 MiB, as HIP shows on measured cards</source>
        <translation>Größe laut Verkauf − 20 MiB, wie HIP auf gemessenen Karten zeigt</translation>
    </message>
    <message>
        <source>size as sold; what a process can use was not measured</source>
        <translation>Größe laut Verkauf; was ein Prozess nutzen kann, wurde nicht gemessen</translation>
    </message>
    <message>
        <source>assumed, as nobody read it on such a machine: the shares of the size as sold on others, 5,555 of 8,192 MiB free on a Jetson (%1) to 121.69 of 128 GiB that a DGX Spark has</source>
        <translation>angenommen, da es auf einer solchen Maschine niemand abgelesen hat: die Anteile an der verkauften Größe auf anderen, 5.555 von 8.192 MiB frei auf einem Jetson (%1) bis 121,69 von 128 GiB, die ein DGX Spark hat</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken with %2; it is sold with less memory, too: %3</source>
        <translation>GPU „%1“: mit %2 angenommen; es gibt sie auch mit weniger Speicher: %3</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken as %2 (%3), the standard card of %4 that share the name; another is %5 (%6)</source>
        <translation>GPU „%1“: als %2 (%3) angenommen, die Standardkarte von %4 mit diesem Namen; eine andere ist %5 (%6)</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken as %2 (%3), the smallest memory of %4 that share the name; another is %5 (%6)</source>
        <translation>GPU „%1“: als %2 (%3) angenommen, der kleinste Speicher von %4 mit diesem Namen; eine andere ist %5 (%6)</translation>
    </message>
    <message>
        <source>a name of the catalogue (%1) or %2</source>
        <translation>ein Name des Katalogs (%1) oder %2</translation>
    </message>
    <message>
        <source>a name of the catalogue; nearest: %1</source>
        <translation>ein Name des Katalogs; am nächsten: %1</translation>
    </message>
    <message>
        <source>a size above 0, at most %1, such as %2 or %3 (%4)</source>
        <translation>eine Größe über 0, höchstens %1, etwa %2 oder %3 (%4)</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>ein Text oder eine Liste von Texten</translation>
    </message>
    <message>
        <source>unknown field, ignored</source>
        <translation>unbekanntes Feld, ignoriert</translation>
    </message>
    <message>
        <source>a text such as %1</source>
        <translation>ein Text wie %1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>eine Liste von Texten</translation>
    </message>
    <message>
        <source>an object with at least %1</source>
        <translation>ein Objekt mit mindestens %1</translation>
    </message>
    <message>
        <source>an object of %1</source>
        <translation>ein Objekt aus %1</translation>
    </message>
    <message>
        <source>an object per card</source>
        <translation>ein Objekt je Karte</translation>
    </message>
    <message>
        <source>a name that is not blank and does not end in %1</source>
        <translation>ein Name, der nicht leer ist und nicht auf %1 endet</translation>
    </message>
    <message>
        <source>a year</source>
        <translation>ein Jahr</translation>
    </message>
    <message>
        <source>%1 and its host have one memory</source>
        <translation>%1 und Host haben einen gemeinsamen Speicher</translation>
    </message>
    <message>
        <source>%1: the plan does not run there</source>
        <translation>%1: Der Plan läuft dort nicht</translation>
    </message>
    <message>
        <source>%1 is no CUDA card: the figures are those of CUDA kernels, its own workspaces and context differ</source>
        <translation>%1 ist keine CUDA-Karte: Die Zahlen gelten für CUDA-Kernel, eigene Workspaces und Kontext weichen ab</translation>
    </message>
    <message>
        <source>BF16 is not computed in hardware on %1</source>
        <translation>BF16 wird auf %1 nicht in Hardware gerechnet</translation>
    </message>
    <message>
        <source>%1 is %2 on %3 (compute capability %4)</source>
        <translation>%1 ist %2 auf %3 (Compute Capability %4)</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: it is emulated there and slow, FP16 takes the same memory</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: dort emuliert und langsam, FP16 braucht gleich viel Speicher</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: take FP32, which takes twice the memory</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: FP32 nehmen, das doppelt so viel Speicher braucht</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: it is emulated there and slow</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: dort emuliert und langsam</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: weights stay in 8 bits but are computed in 16</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: Gewichte bleiben in 8 Bit, gerechnet wird in 16</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: weights stay in 4 bits but are computed in 16</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: Gewichte bleiben in 4 Bit, gerechnet wird in 16</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: take %5</source>
        <translation>%1 braucht Compute Capability %2, %3 hat %4: %5 nehmen</translation>
    </message>
    <message>
        <source>%1 is made for compute capability %2; %3 has %4 and runs its kernels for %5, where they were built</source>
        <translation>%1 ist für Compute Capability %2 gemacht; %3 hat %4 und nutzt die Kernel für %5, sofern gebaut</translation>
    </message>
    <message>
        <source>%1 has kernels for compute capability %2 and %3, %4 has %5: the plan does not run there, take %6</source>
        <translation>%1 hat Kernel für Compute Capability %2 und %3, %4 hat %5: Der Plan läuft dort nicht, %6 nehmen</translation>
    </message>
    <message>
        <source>time: the peaks of %1 are those of its class, from no source</source>
        <translation>Zeit: Die Spitzenwerte von %1 sind die der Klasse, ohne Quelle</translation>
    </message>
    <message>
        <source>after embedding</source>
        <translation>nach dem Embedding</translation>
    </message>
    <message>
        <source>after the layers</source>
        <translation>nach den Schichten</translation>
    </message>
    <message>
        <source>after the encoder</source>
        <translation>nach dem Encoder</translation>
    </message>
    <message>
        <source>after the tower</source>
        <translation>nach dem Turm</translation>
    </message>
    <message>
        <source>after the last token</source>
        <translation>nach dem letzten Token</translation>
    </message>
    <message>
        <source>it was not read with the model</source>
        <translation>es wurde nicht mit dem Modell gelesen</translation>
    </message>
    <message>
        <source>assisted generation takes one sequence (%1)</source>
        <translation>Assisted Generation nimmt nur eine Sequenz (%1)</translation>
    </message>
    <message>
        <source>assisted generation takes no other cache (%1)</source>
        <translation>Assisted Generation nimmt keinen anderen Cache (%1)</translation>
    </message>
    <message>
        <source>both are to be decoders whose step is simulated, with a cache</source>
        <translation>beide müssen Decoder mit simuliertem Schritt und Cache sein</translation>
    </message>
    <message>
        <source>models of other vocabularies (%1 and %2) take other lines, which are not simulated</source>
        <translation>Modelle mit anderem Vokabular (%1 und %2) nehmen andere Codezeilen, die nicht simuliert werden</translation>
    </message>
    <message>
        <source>TransformerLens&apos; names, %1 for any text, layers %2 to %3: %4</source>
        <translation>Namen von TransformerLens, %1 für beliebigen Text, Schichten %2 bis %3: %4</translation>
    </message>
    <message>
        <source>no hook has this name; the nearest is %1</source>
        <translation>kein Hook heißt so; am nächsten ist %1</translation>
    </message>
    <message>
        <source>no hook has this name; the nearest are %1 and %2</source>
        <translation>kein Hook heißt so; am nächsten sind %1 und %2</translation>
    </message>
    <message>
        <source>%1 takes models of which every layer has full attention (%2)</source>
        <translation>%1 nimmt Modelle, bei denen jede Schicht volle Attention hat (%2)</translation>
    </message>
    <message>
        <source>the keys of a prompt of %1 tokens are not made of groups of %2 values</source>
        <translation>die Keys eines Prompts von %1 Tokens gehen nicht in Gruppen von %2 Werten auf</translation>
    </message>
    <message>
        <source>this cache is not simulated for this model</source>
        <translation>dieser Cache wird für dieses Modell nicht simuliert</translation>
    </message>
    <message>
        <source>hooks are named as TransformerLens names those of a decoder</source>
        <translation>Hooks heißen so, wie TransformerLens die eines Decoders nennt</translation>
    </message>
    <message>
        <source>each chunk reads the keys of those before it, and this model keeps none</source>
        <translation>jeder Chunk liest die Keys der früheren, und dieses Modell hält keine</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given and the configuration names no length (%3)</source>
        <translation>was %1 nimmt, wenn %2 fehlt und die Konfiguration keine Länge nennt (%3)</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given: the configuration&apos;s %3 (%4)</source>
        <translation>was %1 nimmt, wenn %2 fehlt: %3 der Konfiguration (%4)</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given: the configuration&apos;s %3 × %4, the factor of its rotary embedding (%5; %6)</source>
        <translation>was %1 nimmt, wenn %2 fehlt: %3 × %4 der Konfiguration, der Faktor ihres Rotary-Embeddings (%5; %6)</translation>
    </message>
    <message>
        <source>the layer with which %1 drafts is not known of model type %2: its weights, its cache and its buffers are missing</source>
        <translation>die Schicht, mit der %1 Entwürfe macht, ist beim Modelltyp %2 nicht bekannt: Gewichte, Cache und Puffer fehlen</translation>
    </message>
    <message>
        <source>the file of the model that drafts is taken in the types of the model&apos;s own (%1)</source>
        <translation>die Datei des Draft-Modells wird in den Typen des Modells angenommen (%1)</translation>
    </message>
    <message>
        <source>the model that drafts is not known: its weights, a cache of the same context and its buffers are missing; %1 names it</source>
        <translation>das Draft-Modell ist nicht bekannt: Gewichte, ein Cache gleichen Kontexts und Puffer fehlen; %1 nennt es</translation>
    </message>
    <message>
        <source>a head of %1 is not simulated: about %2 GiB of weights and cache, and its buffers, are missing</source>
        <translation>ein Head von %1 wird nicht simuliert: rund %2 GiB an Gewichten und Cache sowie Puffer fehlen</translation>
    </message>
    <message>
        <source>the projector of pictures is not in these figures: the configuration names no tower, and its file may take %1 to %2 GiB with its buffers</source>
        <translation>der Bild-Projektor fehlt in diesen Zahlen: Die Konfiguration nennt keinen Turm, seine Datei kann mit Puffern %1 bis %2 GiB brauchen</translation>
    </message>
    <message>
        <source>several cards are %1 here: layers are split among them</source>
        <translation>mehrere Karten sind hier %1: Schichten werden auf sie verteilt</translation>
    </message>
    <message>
        <source>the host keeps prompts&apos; caches in it; no card does</source>
        <translation>der Host hält darin die Caches von Prompts; keine Karte tut es</translation>
    </message>
    <message>
        <source>the configuration names no tower for pictures</source>
        <translation>die Konfiguration nennt keinen Turm für Bilder</translation>
    </message>
    <message>
        <source>every layer is on the cards either way</source>
        <translation>so oder so liegt jede Schicht auf den Karten</translation>
    </message>
    <message>
        <source>%1 loads each adapter&apos;s file as it is and has no places for them</source>
        <translation>%1 lädt die Datei jedes Adapters, wie sie ist, und hat keine Plätze dafür</translation>
    </message>
    <message>
        <source>%1 loads GGUF files</source>
        <translation>%1 lädt GGUF-Dateien</translation>
    </message>
    <message>
        <source>%1 says which kernels run</source>
        <translation>%1 sagt, welche Kernel laufen</translation>
    </message>
    <message>
        <source>%1 runs compiled code</source>
        <translation>%1 führt kompilierten Code aus</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (common/arg.cpp, kv_cache_types)</source>
        <translation>%1 hat keinen Cache dieses Typs (common/arg.cpp, kv_cache_types)</translation>
    </message>
    <message>
        <source>none, or a GGUF type</source>
        <translation>keine oder ein GGUF-Typ</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>the caches are made</source>
        <translation>die Caches werden angelegt</translation>
    </message>
    <message>
        <source>the graph&apos;s buffer is made</source>
        <translation>der Puffer des Graphen wird angelegt</translation>
    </message>
    <message>
        <source>it serves</source>
        <translation>bedient Anfragen</translation>
    </message>
    <message>
        <source>no context is given: %1 begins with %2 tokens and comes up with %3 here, so that %4 MiB of each card stay free (%5)</source>
        <translation>kein Kontext angegeben: %1 beginnt mit %2 Tokens und kommt hier auf %3, damit %4 MiB jeder Karte frei bleiben (%5)</translation>
    </message>
    <message>
        <source>%1 puts %2 of %3 layers on the cards, as many as fit: the others run on the host, which is many times slower</source>
        <translation>%1 legt %2 von %3 Schichten auf die Karten, so viele wie passen: Die übrigen laufen auf dem Host, vielfach langsamer</translation>
    </message>
    <message>
        <source>%1 leaves the experts of %2 of %3 layers with the host, so that the rest fits: they run there, which is several times slower</source>
        <translation>%1 lässt die Experten von %2 von %3 Schichten auf dem Host, damit der Rest passt: Dort laufen sie um ein Mehrfaches langsamer</translation>
    </message>
    <message>
        <source>%1 takes %2 cells for all slots where nobody gives %3 (%4)</source>
        <translation>%1 nimmt %2 Zellen für alle Slots, wenn %3 nicht angegeben ist (%4)</translation>
    </message>
    <message>
        <source>%1 takes the model&apos;s own %2 tokens for all slots where nobody gives %3, and %4 lowers nothing (%5)</source>
        <translation>%1 nimmt die eigenen %2 Tokens des Modells für alle Slots, wenn %3 nicht angegeben ist, und %4 senkt nichts (%5)</translation>
    </message>
    <message>
        <source>%1 takes the model&apos;s own %2 tokens whole where %3 is 0 (%4)</source>
        <translation>%1 nimmt die eigenen %2 Tokens des Modells ganz, wenn %3 0 ist (%4)</translation>
    </message>
    <message>
        <source>%1 begins with the model&apos;s own %2 tokens where nobody gives %3, and lowers them until they fit (%4)</source>
        <translation>%1 beginnt mit den eigenen %2 Tokens des Modells, wenn %3 nicht angegeben ist, und senkt sie, bis sie passen (%4)</translation>
    </message>
    <message>
        <source>%1 takes %2 tokens where it finds less than 23 GiB on its cards; no card is named</source>
        <translation>%1 nimmt %2 Tokens, wenn es weniger als 23 GiB auf den Karten findet; keine Karte ist genannt</translation>
    </message>
    <message>
        <source>%1 goes by the memory of all cards, %2 GiB here: %3 tokens from 47 GiB on, %4 from 23 on, else %5, and never more than the model&apos;s own (%6)</source>
        <translation>%1 richtet sich nach dem Speicher aller Karten, hier %2 GiB: %3 Tokens ab 47 GiB, %4 ab 23, sonst %5, nie mehr als die des Modells (%6)</translation>
    </message>
    <message>
        <source>%1 runs one request at a time of a model of type %2, whatever %3 says</source>
        <translation>%1 führt bei Modelltyp %2 nur eine Anfrage zugleich aus, was auch immer %3 sagt</translation>
    </message>
    <message>
        <source>%1 takes at most the %2 tokens that the model was trained for, not %3</source>
        <translation>%1 nimmt höchstens die %2 Tokens, für die das Modell trainiert wurde, nicht %3</translation>
    </message>
    <message>
        <source>%1 GiB of the weights of a rank stand in the host&apos;s pinned memory, and every pass reads them from there (%2)</source>
        <translation>%1 GiB der Gewichte eines Ranks liegen im gepinnten Speicher des Hosts, und jeder Durchgang liest sie dort (%2)</translation>
    </message>
    <message>
        <source>the layer that predicts tokens, of a model in which none attends</source>
        <translation>die Schicht, die Tokens vorhersagt, in einem Modell ganz ohne Attention</translation>
    </message>
    <message>
        <source>the model&apos;s configuration names no layer that predicts tokens; about %1 GiB of weights, those of one more layer, stand in its place</source>
        <translation>die Konfiguration des Modells nennt keine Schicht, die Tokens vorhersagt; rund %1 GiB Gewichte, die einer weiteren Schicht, stehen dafür</translation>
    </message>
    <message>
        <source>the head that drafts (%1) is not named or was not found; about %2 GiB of weights, those of one more layer, stand in its place</source>
        <translation>der Draft-Head (%1) ist nicht genannt oder wurde nicht gefunden; rund %2 GiB Gewichte, die einer weiteren Schicht, stehen dafür</translation>
    </message>
    <message>
        <source>the model that drafts (%1), which is not named or was not found: its weights and its part of the cache</source>
        <translation>das Draft-Modell (%1), nicht genannt oder nicht gefunden: seine Gewichte und sein Teil des Cache</translation>
    </message>
    <message>
        <source>the weights of %1, which are packed</source>
        <translation>die Gewichte von %1, die gepackt sind</translation>
    </message>
    <message>
        <source>%1 has no places for adapters</source>
        <translation>%1 hat keine Plätze für Adapter</translation>
    </message>
    <message>
        <source>of plain weights %1 makes %2 while it loads them and takes checkpoints in the other types; its bitsandbytes and GGUF loaders are not simulated</source>
        <translation>aus ungepackten Gewichten macht %1 beim Laden %2 und nimmt Checkpoints in den anderen Typen; seine bitsandbytes- und GGUF-Lader werden nicht simuliert</translation>
    </message>
    <message>
        <source>%1&apos;s graphs are %2</source>
        <translation>die Graphen von %1 sind %2</translation>
    </message>
    <message>
        <source>%1 has no cache of this type, or none that is simulated (mem_cache/kv_cache_dtype.py)</source>
        <translation>%1 hat keinen Cache dieses Typs oder keinen simulierten (mem_cache/kv_cache_dtype.py)</translation>
    </message>
    <message>
        <source>SGLang&apos;s packed caches are simulated for plain attention</source>
        <translation>die gepackten Caches von SGLang werden für gewöhnliche Attention simuliert</translation>
    </message>
    <message>
        <source>SGLang&apos;s caches in %1 need a card of compute capability %2</source>
        <translation>die Caches von SGLang in %1 brauchen eine Karte mit Compute Capability %2</translation>
    </message>
    <message>
        <source>SGLang&apos;s start is known of causal decoders</source>
        <translation>der Start von SGLang ist für kausale Decoder bekannt</translation>
    </message>
    <message>
        <source>SGLang&apos;s pools for this model are not known</source>
        <translation>die Pools von SGLang für dieses Modell sind nicht bekannt</translation>
    </message>
    <message>
        <source>SGLang&apos;s bitsandbytes loader is not simulated</source>
        <translation>der bitsandbytes-Lader von SGLang wird nicht simuliert</translation>
    </message>
    <message>
        <source>SGLang&apos;s %1 has to divide its %2</source>
        <translation>%1 von SGLang muss %2 teilen</translation>
    </message>
    <message>
        <source>CUDA runs out of memory while SGLang loads the weights: %1 GiB are free before. Use more cards (%2), or weights in fewer bits (%3).</source>
        <translation>CUDA geht der Speicher aus, während SGLang die Gewichte lädt: %1 GiB sind davor frei. Mehr Karten (%2) oder Gewichte in weniger Bits (%3) nehmen.</translation>
    </message>
    <message>
        <source>states of recurrent layers that %1 keeps for each drafted token (%2)</source>
        <translation>Zustände rekurrenter Schichten, die %1 für jedes Draft-Token hält (%2)</translation>
    </message>
    <message>
        <source>copies of a layer&apos;s weights that each pass makes on the card (%1)</source>
        <translation>Kopien der Gewichte einer Schicht, die jeder Durchgang auf der Karte anlegt (%1)</translation>
    </message>
    <message>
        <source>%1 has the back-ends %2 and %3</source>
        <translation>%1 hat die Backends %2 und %3</translation>
    </message>
    <message>
        <source>transformers&apos; caches hold keys and values in the dtype that attention computes in; fewer bits are another kind of cache (%1)</source>
        <translation>Caches von transformers halten Keys und Values im dtype, in dem Attention rechnet; weniger Bits sind eine andere Cache-Art (%1)</translation>
    </message>
    <message>
        <source>it is a share that engines like %1 and %2 claim; %3 takes what it needs</source>
        <translation>es ist ein Anteil, den Engines wie %1 und %2 beanspruchen; %3 nimmt, was es braucht</translation>
    </message>
    <message>
        <source>%1 takes %2 and %3</source>
        <translation>%1 nimmt %2 und %3</translation>
    </message>
    <message>
        <source>%1 generates nothing</source>
        <translation>%1 generiert nichts</translation>
    </message>
    <message>
        <source>only %1 asks for them</source>
        <translation>nur %1 fragt danach</translation>
    </message>
    <message>
        <source>what each card holds of a model that %1 splits is not simulated</source>
        <translation>was jede Karte von einem durch %1 aufgeteilten Modell hält, wird nicht simuliert</translation>
    </message>
    <message>
        <source>the cache is made for all of %1</source>
        <translation>der Cache wird für alle %1 angelegt</translation>
    </message>
    <message>
        <source>%1 takes what it needs, and its cache whole</source>
        <translation>%1 nimmt, was es braucht, und seinen Cache ganz</translation>
    </message>
    <message>
        <source>%1 computes in halves</source>
        <translation>%1 rechnet in halber Präzision</translation>
    </message>
    <message>
        <source>%1 reads EXL3 (%2), EXL2 and GPTQ, and halves</source>
        <translation>%1 liest EXL3 (%2), EXL2 und GPTQ sowie halbe Präzision</translation>
    </message>
    <message>
        <source>%1&apos;s cache holds halves, or integers of 2 to 8 bits</source>
        <translation>der Cache von %1 hält halbe Präzision oder Ganzzahlen von 2 bis 8 Bit</translation>
    </message>
    <message>
        <source>%1&apos;s graphs take next to nothing</source>
        <translation>die Graphen von %1 brauchen fast nichts</translation>
    </message>
    <message>
        <source>%1&apos;s pages have 256 tokens</source>
        <translation>die Seiten von %1 haben 256 Tokens</translation>
    </message>
    <message>
        <source>%1&apos;s kernels are CUDA&apos;s.</source>
        <translation>Die Kernel von %1 sind solche für CUDA.</translation>
    </message>
    <message>
        <source>%1 reads checkpoints in EXL3, EXL2 and GPTQ, and unpacked ones: convert this model&apos;s own weights.</source>
        <translation>%1 liest Checkpoints in EXL3, EXL2 und GPTQ und ungepackte: die Gewichte dieses Modells umwandeln.</translation>
    </message>
    <message>
        <source>Rough are the pass of a chunk and its kernels&apos; buffers; bits are spread over matrices alike, where the converter gives some more and others fewer.</source>
        <translation>Grob sind der Durchgang eines Chunks und die Puffer seiner Kernel; Bits sind gleich über Matrizen verteilt, wo der Konverter manchen mehr, anderen weniger gibt.</translation>
    </message>
    <message>
        <source>%1 does not know %2 and reads it as LLaMA&apos;s.</source>
        <translation>%1 kennt %2 nicht und liest es wie LLaMA.</translation>
    </message>
    <message>
        <source>%1 turns %2 into halves while it loads them.</source>
        <translation>%1 wandelt %2 beim Laden in halbe Präzision um.</translation>
    </message>
    <message>
        <source>%1: %2 GiB are asked for, and %3 are free but for %4 that it leaves. Lower %5, pack the cache (%6), or take weights in fewer bits.</source>
        <translation>%1: %2 GiB sind angefordert, und %3 sind frei bis auf %4, die es übrig lässt. %5 senken, den Cache packen (%6) oder Gewichte in weniger Bits nehmen.</translation>
    </message>
    <message>
        <source>%1&apos;s own where %2 is not given (%3)</source>
        <translation>eigener Wert von %1, wenn %2 fehlt (%3)</translation>
    </message>
    <message>
        <source>the cache grows with each of %1</source>
        <translation>der Cache wächst mit jedem von %1</translation>
    </message>
    <message>
        <source>%1 takes what it needs of the machine&apos;s memory</source>
        <translation>%1 nimmt vom Speicher der Maschine, was es braucht</translation>
    </message>
    <message>
        <source>%1 over several machines is not simulated</source>
        <translation>%1 über mehrere Maschinen wird nicht simuliert</translation>
    </message>
    <message>
        <source>of plain weights %1 makes integers in groups of 64 (%2), and reads AWQ, GPTQ, MXFP4 and NVFP4; it reads no GGUF but through its own converter</source>
        <translation>aus ungepackten Gewichten macht %1 Ganzzahlen in Gruppen von 64 (%2) und liest AWQ, GPTQ, MXFP4 und NVFP4; GGUF liest es nur über den eigenen Konverter</translation>
    </message>
    <message>
        <source>%1 compiles its own functions</source>
        <translation>%1 kompiliert seine eigenen Funktionen</translation>
    </message>
    <message>
        <source>%1&apos;s cache has the weights&apos; dtype, or integers in groups of 64</source>
        <translation>der Cache von %1 hat den dtype der Gewichte oder Ganzzahlen in Gruppen von 64</translation>
    </message>
    <message>
        <source>%1&apos;s caches grow in steps of 256 tokens</source>
        <translation>die Caches von %1 wachsen in Schritten von 256 Tokens</translation>
    </message>
    <message>
        <source>%1 packs the cache of one sequence at a time (%2)</source>
        <translation>%1 packt den Cache je einer Sequenz (%2)</translation>
    </message>
    <message>
        <source>%1 cannot pack the rotating caches of layers with a window (models/cache.py)</source>
        <translation>%1 kann die rotierenden Caches von Schichten mit Fenster nicht packen (models/cache.py)</translation>
    </message>
    <message>
        <source>%1 has back-ends for Apple&apos;s chips (Metal) and for CUDA.</source>
        <translation>%1 hat Backends für die Chips von Apple (Metal) und für CUDA.</translation>
    </message>
    <message>
        <source>%1 reads its own packed weights, and those of AWQ, GPTQ, MXFP4 and NVFP4: convert this model&apos;s plain ones (%2).</source>
        <translation>%1 liest seine eigenen gepackten Gewichte und die von AWQ, GPTQ, MXFP4 und NVFP4: die ungepackten dieses Modells umwandeln (%2).</translation>
    </message>
    <message>
        <source>Rough are the pass of a prompt&apos;s chunk, which MLX makes lazily, and what stands twice while a cache grows.</source>
        <translation>Grob sind der Durchgang eines Prompt-Chunks, den MLX erst bei Bedarf rechnet, und was doppelt liegt, während ein Cache wächst.</translation>
    </message>
    <message>
        <source>MLX is made for the unified memory of Apple&apos;s chips. On this card its CUDA back-end runs (%1), whose memory nobody printed: other engines are made for it.</source>
        <translation>MLX ist für den gemeinsamen Speicher der Chips von Apple gemacht. Auf dieser Karte läuft sein CUDA-Backend (%1), dessen Speicher niemand ausgab: Andere Engines sind für sie gemacht.</translation>
    </message>
    <message>
        <source>The memory is the machine&apos;s: usable is what Metal recommends (%1), of which MLX also keeps freed buffers, up to a cache once more, until memory runs short.</source>
        <translation>Der Speicher ist der der Maschine: Nutzbar ist, was Metal empfiehlt (%1); davon hält MLX auch freigegebene Puffer, bis zu einem Cache zusätzlich, bis der Speicher knapp wird.</translation>
    </message>
    <message>
        <source>%1 computes in half precision</source>
        <translation>%1 rechnet in halber Präzision</translation>
    </message>
    <message>
        <source>%1 takes checkpoints that ModelOpt wrote, FP8 in blocks and MXFP4 (torch back-end, quantization); GPTQ, AutoAWQ, bitsandbytes and GGUF are not simulated</source>
        <translation>%1 nimmt von ModelOpt geschriebene Checkpoints, FP8 in Blöcken und MXFP4 (torch-Backend, quantization); GPTQ, AutoAWQ, bitsandbytes und GGUF werden nicht simuliert</translation>
    </message>
    <message>
        <source>%1 has no cache of this type, or none that is simulated (KvCacheConfig.dtype)</source>
        <translation>%1 hat keinen Cache dieses Typs oder keinen simulierten (KvCacheConfig.dtype)</translation>
    </message>
    <message>
        <source>%1&apos;s cache has the weights&apos; dtype (%2), or FP8</source>
        <translation>der Cache von %1 hat den dtype der Gewichte (%2) oder FP8</translation>
    </message>
    <message>
        <source>%1 runs on NVIDIA&apos;s cards since Ampere (reference/support-matrix).</source>
        <translation>%1 läuft auf NVIDIA-Karten ab Ampere (reference/support-matrix).</translation>
    </message>
    <message>
        <source>%1 heads do not divide among %2 ranks.</source>
        <translation>%1 Heads lassen sich nicht auf %2 Ranks aufteilen.</translation>
    </message>
    <message>
        <source>Rough are the pass of %1 tokens that it measures, attention&apos;s workspaces, what CUDA graphs and NCCL take, and weights whose scales its kernels lay out anew. It is the PyTorch back-end&apos;s; an engine that TensorRT has built says itself what its activations take.</source>
        <translation>Grob sind der gemessene Durchgang von %1 Tokens, die Workspaces der Attention, was CUDA-Graphen und NCCL nehmen, und Gewichte, deren Skalen die Kernel neu anordnen. Gemeint ist das PyTorch-Backend; eine von TensorRT gebaute Engine sagt selbst, was ihre Aktivierungen brauchen.</translation>
    </message>
    <message>
        <source>%1&apos;s documentation lists no %2 among the models of its PyTorch back-end.</source>
        <translation>Die Dokumentation von %1 führt %2 nicht unter den Modellen seines PyTorch-Backends.</translation>
    </message>
    <message>
        <source>The figures are those of the first stage of the pipeline.</source>
        <translation>Die Zahlen sind die der ersten Stufe der Pipeline.</translation>
    </message>
    <message>
        <source>CUDA runs out of memory before %1 makes its cache: weights, graphs and a pass of %2 tokens take more than is free. Use more cards (%3), fewer tokens a pass (%4) or weights in fewer bits.</source>
        <translation>CUDA geht der Speicher aus, bevor %1 seinen Cache anlegt: Gewichte, Graphen und ein Durchgang von %2 Tokens brauchen mehr, als frei ist. Mehr Karten (%3), weniger Tokens je Durchgang (%4) oder Gewichte in weniger Bits nehmen.</translation>
    </message>
    <message>
        <source>The states of %1 requests take %2 GiB, and %3 are left for them and the cache: lower %4.</source>
        <translation>Die Zustände von %1 Anfragen brauchen %2 GiB, und %3 sind für sie und den Cache übrig: %4 senken.</translation>
    </message>
    <message>
        <source>A request of %1 tokens needs %2 GiB of cache, and %3 are left: lower %4, or use more cards.</source>
        <translation>Eine Anfrage von %1 Tokens braucht %2 GiB Cache, und %3 sind übrig: %4 senken oder mehr Karten nehmen.</translation>
    </message>
    <message>
        <source>%1 always packs the scales of 4 bits again (layers/bnb.py)</source>
        <translation>%1 packt die Skalen von 4 Bit immer nochmals (layers/bnb.py)</translation>
    </message>
    <message>
        <source>%1 computes in half precision (launcher/src/main.rs, Dtype)</source>
        <translation>%1 rechnet in halber Präzision (launcher/src/main.rs, Dtype)</translation>
    </message>
    <message>
        <source>of plain weights %1 makes FP8 and bitsandbytes&apos; types, and takes checkpoints in GPTQ, AWQ and EXL2 (launcher/src/main.rs, Quantization); it reads no GGUF</source>
        <translation>aus ungepackten Gewichten macht %1 FP8 und die Typen von bitsandbytes und nimmt Checkpoints in GPTQ, AWQ und EXL2 (launcher/src/main.rs, Quantization); GGUF liest es nicht</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (models/__init__.py, kv_cache_dtype)</source>
        <translation>%1 hat keinen Cache dieses Typs (models/__init__.py, kv_cache_dtype)</translation>
    </message>
    <message>
        <source>%1&apos;s attention decides it (models/globals.py)</source>
        <translation>die Attention von %1 entscheidet es (models/globals.py)</translation>
    </message>
    <message>
        <source>%1 shares every layer among its cards</source>
        <translation>%1 teilt jede Schicht auf seine Karten auf</translation>
    </message>
    <message>
        <source>%1&apos;s blocks hold keys and values alone: it has no cache for the states of this model&apos;s recurrent layers (flash_causal_lm.py).</source>
        <translation>Die Blöcke von %1 halten nur Keys und Values: Für die Zustände der rekurrenten Schichten dieses Modells hat es keinen Cache (flash_causal_lm.py).</translation>
    </message>
    <message>
        <source>%1 does not know how %2 packs weights (&quot;%3&quot;, models/__init__.py).</source>
        <translation>%1 weiß nicht, wie %2 Gewichte packt („%3“, models/__init__.py).</translation>
    </message>
    <message>
        <source>CUDA runs out of memory while %1 loads the weights. Use more cards (%2), or weights in fewer bits (%3).</source>
        <translation>CUDA geht der Speicher aus, während %1 die Gewichte lädt. Mehr Karten (%2) oder Gewichte in weniger Bits (%3) nehmen.</translation>
    </message>
    <message>
        <source>Rough are the pass of %1 tokens that it measures before it makes the cache, what CUDA graphs take after it, and NCCL&apos;s buffers.</source>
        <translation>Grob sind der Durchgang von %1 Tokens, den es misst, bevor es den Cache anlegt, was CUDA-Graphen danach nehmen, und die Puffer von NCCL.</translation>
    </message>
    <message>
        <source>%1 has no code of its own for %2 and runs transformers&apos; class, where the release that it pins has one.</source>
        <translation>%1 hat keinen eigenen Code für %2 und nutzt die Klasse von transformers, sofern dessen festgelegte Version eine hat.</translation>
    </message>
    <message>
        <source>%1&apos;s start is known of causal decoders</source>
        <translation>der Start von %1 ist für kausale Decoder bekannt</translation>
    </message>
    <message>
        <source>%1&apos;s start is described from the sources of %2 and was held against no measurement: its interval is wide. %3</source>
        <translation>Der Start von %1 ist aus den Quellen von %2 beschrieben und mit keiner Messung verglichen: Das Intervall ist breit. %3</translation>
    </message>
    <message>
        <source>what drafts for the model (%1) is not in these figures: its weights and its cache</source>
        <translation>was für das Modell Entwürfe macht (%1), fehlt in diesen Zahlen: Gewichte und Cache</translation>
    </message>
    <message>
        <source>places for adapters (%1) are not in these figures</source>
        <translation>Plätze für Adapter (%1) fehlen in diesen Zahlen</translation>
    </message>
    <message>
        <source>%1 or %2 says how large the cache is; at the start this share of the card must be free all the same</source>
        <translation>%1 oder %2 sagt, wie groß der Cache ist; beim Start muss dieser Anteil der Karte dennoch frei sein</translation>
    </message>
    <message>
        <source>%1 says how many blocks there are</source>
        <translation>%1 sagt, wie viele Blöcke es gibt</translation>
    </message>
    <message>
        <source>%1 is stated</source>
        <translation>%1 ist angegeben</translation>
    </message>
    <message>
        <source>%1 compiles unless %2 is set</source>
        <translation>%1 kompiliert, sofern %2 nicht gesetzt ist</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (config/cache.py, CacheDType)</source>
        <translation>%1 hat keinen Cache dieses Typs (config/cache.py, CacheDType)</translation>
    </message>
    <message>
        <source>the model on a full batch</source>
        <translation>das Modell mit vollem Batch</translation>
    </message>
    <message>
        <source>the sampler</source>
        <translation>der Sampler</translation>
    </message>
    <message>
        <source>the configuration of this model (%1) names no layers that predict tokens</source>
        <translation>die Konfiguration dieses Modells (%1) nennt keine Schichten, die Tokens vorhersagen</translation>
    </message>
    <message>
        <source>vLLM %1 has neither bitsandbytes nor GGUF: a plug-in loads them</source>
        <translation>vLLM %1 hat weder bitsandbytes noch GGUF: Ein Plug-in lädt sie</translation>
    </message>
    <message>
        <source>vLLM does not pack weights so while it loads: choose a checkpoint that is stored as %1</source>
        <translation>vLLM packt Gewichte beim Laden nicht so: einen als %1 gespeicherten Checkpoint wählen</translation>
    </message>
    <message>
        <source>vLLM&apos;s start is known of causal decoders</source>
        <translation>der Start von vLLM ist für kausale Decoder bekannt</translation>
    </message>
    <message>
        <source>CUDA runs out of memory when %1 makes its cache of %2 GiB: beside the weights %3 are free. Lower %4.</source>
        <translation>CUDA geht der Speicher aus, wenn %1 seinen Cache von %2 GiB anlegt: Neben den Gewichten sind %3 frei. %4 senken.</translation>
    </message>
    <message>
        <source>CUDA graphs are recorded</source>
        <translation>CUDA-Graphen werden aufgezeichnet</translation>
    </message>
    <message>
        <source>the cache is claimed</source>
        <translation>der Cache wird beansprucht</translation>
    </message>
    <message>
        <source>weights that %1 quantises after %2 put them on the host</source>
        <translation>Gewichte, die %1 quantisiert, nachdem %2 sie auf den Host legte</translation>
    </message>
    <message>
        <source>what the plan says, in whole blocks</source>
        <translation>was der Plan sagt, in ganzen Blöcken</translation>
    </message>
    <message>
        <source>(share of the card − weights − buffers − largest pass − graphs) ÷ bytes of a block, whole blocks</source>
        <translation>(Anteil der Karte − Gewichte − Puffer − größter Durchgang − Graphen) ÷ Bytes eines Blocks, ganze Blöcke</translation>
    </message>
    <message>
        <source>%1 layers (%2), %3 B a block of %4 tokens</source>
        <translation>%1 Schichten (%2), %3 B je Block von %4 Tokens</translation>
    </message>
    <message>
        <source>sequences × blocks of one, over all groups × bytes of a block</source>
        <translation>Sequenzen × Blöcke je Sequenz, über alle Gruppen × Bytes eines Blocks</translation>
    </message>
    <message>
        <source>cells × bytes of a token&apos;s keys and values, layer by layer</source>
        <translation>Zellen × Bytes der Keys und Values eines Tokens, Schicht für Schicht</translation>
    </message>
    <message>
        <source>tensors as the engine&apos;s layers hold them</source>
        <translation>Tensoren, wie die Schichten der Engine sie halten</translation>
    </message>
    <message>
        <source>the largest pass: of all tokens of a batch through a layer, or of the sampler</source>
        <translation>der größte Durchgang: aller Tokens eines Batch durch eine Schicht oder des Samplers</translation>
    </message>
    <message>
        <source>buffers that stay + CUDA graphs</source>
        <translation>bleibende Puffer + CUDA-Graphen</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA-Graphen</translation>
    </message>
    <message>
        <source>%1 comes up with it in the place of %2 on this card</source>
        <translation>%1 kommt auf dieser Karte damit statt mit %2 hoch</translation>
    </message>
    <message>
        <source>%1&apos;s own on this card</source>
        <translation>Wert von %1 auf dieser Karte</translation>
    </message>
    <message>
        <source>%1 lowers %2 tokens to what its cache holds of one request</source>
        <translation>%1 senkt %2 Tokens auf das, was sein Cache von einer Anfrage fasst</translation>
    </message>
    <message>
        <source>reserved at its own peak − tensors at the allocated peak</source>
        <translation>reserviert an der eigenen Spitze − Tensoren an der Spitze des Belegten</translation>
    </message>
    <message>
        <source>%1, replayed</source>
        <translation>%1, nachgespielt</translation>
    </message>
    <message>
        <source>interval: %1 measured runs of %2 on %3 are in it</source>
        <translation>Intervall: %1 gemessene Läufe von %2 auf %3 sind darin</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>ein Modell</translation>
    </message>
    <message>
        <source>no model was given</source>
        <translation>kein Modell angegeben</translation>
    </message>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%1 in %2, %3</translation>
    </message>
    <message>
        <source>%1, %2, %3 of them</source>
        <translation>%1, %2, davon %3</translation>
    </message>
    <message>
        <source>%1 in %2, %3, %4 of them</source>
        <translation>%1 in %2, %3, davon %4</translation>
    </message>
    <message>
        <source>%1, every parameter a block of the allocator</source>
        <translation>%1, jeder Parameter ein Block des Allokators</translation>
    </message>
    <message>
        <source>%1; what is not a linear layer keeps its dtype</source>
        <translation>%1; was keine lineare Schicht ist, behält seinen dtype</translation>
    </message>
    <message>
        <source>%1: scales, zero points and tables beside the values</source>
        <translation>%1: Skalen, Nullpunkte und Tabellen neben den Werten</translation>
    </message>
    <message>
        <source>%1: %2, nested state</source>
        <translation>%1: %2, geschachtelter Zustand</translation>
    </message>
    <message>
        <source>%1: one gradient per trained parameter, in its dtype</source>
        <translation>%1: ein Gradient je trainiertem Parameter, in dessen dtype</translation>
    </message>
    <message>
        <source>%1: states made at the first step</source>
        <translation>%1: Zustände, beim ersten Schritt angelegt</translation>
    </message>
    <message>
        <source>%1: what each operation of the forward keeps for backward</source>
        <translation>%1: was jede Operation des Vorwärtslaufs für den Rückwärtslauf aufhebt</translation>
    </message>
    <message>
        <source>%1: the input of every checkpointed layer</source>
        <translation>%1: die Eingabe jeder Schicht mit Checkpoint</translation>
    </message>
    <message>
        <source>%1: what the second forward of one layer keeps</source>
        <translation>%1: was der zweite Vorwärtslauf einer Schicht aufhebt</translation>
    </message>
    <message>
        <source>%1 and its backward; %2</source>
        <translation>%1 und sein Rückwärtslauf; %2</translation>
    </message>
    <message>
        <source>%1: results that nothing keeps</source>
        <translation>%1: Ergebnisse, die nichts aufhebt</translation>
    </message>
    <message>
        <source>%1: freed with the kernel&apos;s call</source>
        <translation>%1: mit dem Aufruf des Kernels freigegeben</translation>
    </message>
    <message>
        <source>smaller tensors</source>
        <translation>kleinere Tensoren</translation>
    </message>
    <message>
        <source>%1 B, each tensor rounded up to 512 B</source>
        <translation>%1 B, jeder Tensor auf 512 B aufgerundet</translation>
    </message>
    <message>
        <source>%1 B awake, of which weights %2 and cache %3; %4 B while the model trains</source>
        <translation>%1 B wach, davon Gewichte %2 und Cache %3; %4 B, während das Modell trainiert</translation>
    </message>
    <message>
        <source>%1 is not stated: the intervals go from even routing to a rank that is sent %2 times the mean&apos;s tokens (%3)</source>
        <translation>%1 ist nicht angegeben: Die Intervalle reichen von gleichmäßigem Routing bis zu einem Rank mit %2-mal so vielen Tokens wie im Mittel (%3)</translation>
    </message>
    <message>
        <source>26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × the same of libraries + 60 MiB of compiled modules</source>
        <translation>26 MiB + 1,863 KiB × Multiprozessoren × Threads je Multiprozessor, 22 MiB + 0,351 KiB × dasselbe an Bibliotheken + 60 MiB kompilierter Module</translation>
    </message>
    <message>
        <source>26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × the same of libraries</source>
        <translation>26 MiB + 1,863 KiB × Multiprozessoren × Threads je Multiprozessor, 22 MiB + 0,351 KiB × dasselbe an Bibliotheken</translation>
    </message>
    <message>
        <source>nvidia-smi captures of Hopper, Ada and Turing (%1); libraries: readings of a T4 and an RTX 4080, 24 public logs from 3 to 248 MiB</source>
        <translation>nvidia-smi-Ausgaben von Hopper, Ada und Turing (%1); Bibliotheken: Messwerte einer T4 und einer RTX 4080, 24 öffentliche Logs von 3 bis 248 MiB</translation>
    </message>
    <message>
        <source>context: %1 has no known number of multiprocessors; %2 assumed, as the most similar card has</source>
        <translation>Kontext: Bei %1 ist die Zahl der Multiprozessoren nicht bekannt; %2 angenommen, wie bei der ähnlichsten Karte</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Weight casts</source>
        <translation>Gewichts-Casts</translation>
    </message>
    <message>
        <source>Quantization metadata</source>
        <translation>Quantisierungsdaten</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>Neuberechnung</translation>
    </message>
    <message>
        <source>Captured states</source>
        <translation>Erfasste Zustände</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>Logits und Loss</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV-Cache</translation>
    </message>
    <message>
        <source>Temporaries</source>
        <translation>Zwischenwerte</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Allocator slack</source>
        <translation>Allokator-Reserve</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA-Kontext</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>weight casts</source>
        <translation>Gewichts-Casts</translation>
    </message>
    <message>
        <source>quantization metadata</source>
        <translation>Quantisierungsdaten</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>Optimizer-Zustände</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>recomputed layer</source>
        <translation>neu berechnete Schicht</translation>
    </message>
    <message>
        <source>captured states</source>
        <translation>erfasste Zustände</translation>
    </message>
    <message>
        <source>logits and loss</source>
        <translation>Logits und Loss</translation>
    </message>
    <message>
        <source>temporaries</source>
        <translation>Zwischenwerte</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>reserved, not in use</source>
        <translation>reserviert, ungenutzt</translation>
    </message>
    <message>
        <source>load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>Vorwärtslauf</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>loss backward</source>
        <translation>Loss-Rückwärtslauf</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Rückwärtslauf</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>Optimizer-Schritt</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>Prefill</translation>
    </message>
    <message>
        <source>extract</source>
        <translation>Auslesen</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Evaluation</translation>
    </message>
    <message>
        <source>old log-probabilities</source>
        <translation>alte Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>Reward</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>Profilieren</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>serve</source>
        <translation>Bedienen</translation>
    </message>
    <message>
        <source>save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>the peak is the same without it</source>
        <translation>die Spitze ist ohne es gleich</translation>
    </message>
    <message>
        <source>one plan is taken, the block&apos;s selected one</source>
        <translation>ein Plan wird genommen, der ausgewählte des Blocks</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>Cluster</translation>
    </message>
    <message>
        <source>%1 processes are no multiple of the %2 that hold one model</source>
        <translation>%1 Prozesse sind kein Vielfaches der %2, die ein Modell halten</translation>
    </message>
    <message>
        <source>no model is named that can be looked up: say which with %1</source>
        <translation>kein auffindbares Modell ist genannt: mit %1 angeben</translation>
    </message>
    <message>
        <source>one with %1 or %2</source>
        <translation>eines mit %1 oder %2</translation>
    </message>
    <message>
        <source>what its container runs is said elsewhere</source>
        <translation>was der Container ausführt, steht anderswo</translation>
    </message>
    <message>
        <source>%1 more start something here; the first was read</source>
        <translation>%1 weitere starten hier etwas; das erste wurde gelesen</translation>
    </message>
    <message>
        <source>the log has figures of memory too: they are read with %1</source>
        <translation>das Log hat auch Speicherzahlen: %1 liest sie</translation>
    </message>
    <message>
        <source>a configuration of %1</source>
        <translation>eine Konfiguration von %1</translation>
    </message>
    <message>
        <source>none of the tools that are read has files in %1</source>
        <translation>keines der gelesenen Tools hat Dateien in %1</translation>
    </message>
    <message>
        <source>keys of %1</source>
        <translation>Schlüssel von %1</translation>
    </message>
    <message>
        <source>%1 is not among the tools that are read; describe the plan with %2</source>
        <translation>%1 gehört nicht zu den gelesenen Tools; den Plan mit %2 beschreiben</translation>
    </message>
    <message>
        <source>keys that no known tool has</source>
        <translation>Schlüssel, die kein bekanntes Tool hat</translation>
    </message>
    <message>
        <source>line %1 says that memory ran out: %2 tells of this plan what takes it off</source>
        <translation>Zeile %1 meldet, dass der Speicher ausging: %2 sagt zu diesem Plan, was ihn senkt</translation>
    </message>
    <message>
        <source>Plan as %1 states it</source>
        <translation>Plan, wie %1 ihn angibt</translation>
    </message>
    <message>
        <source>Understood (line, key: field)</source>
        <translation>Verstanden (Zeile, Schlüssel: Feld)</translation>
    </message>
    <message>
        <source>Without effect on memory</source>
        <translation>Ohne Wirkung auf den Speicher</translation>
    </message>
    <message>
        <source>Could not be said</source>
        <translation>Nicht ausdrückbar</translation>
    </message>
    <message>
        <source>the script that measures runs nothing else</source>
        <translation>das Messskript führt nichts anderes aus</translation>
    </message>
    <message>
        <source>the script that measures builds the whole model on each card, where such a run holds a part of it</source>
        <translation>das Messskript baut auf jeder Karte das ganze Modell, wo ein solcher Lauf nur einen Teil hält</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>kein %1</translation>
    </message>
    <message>
        <source>a %1 of transformers</source>
        <translation>ein %1 von transformers</translation>
    </message>
    <message>
        <source>a preset, a path, or a Hub id</source>
        <translation>eine Vorlage, ein Pfad oder eine Hub-ID</translation>
    </message>
    <message>
        <source>an engine loads weights, which are not there</source>
        <translation>eine Engine lädt Gewichte, die nicht da sind</translation>
    </message>
    <message>
        <source>a preset</source>
        <translation>eine Vorlage</translation>
    </message>
    <message>
        <source>the command says otherwise</source>
        <translation>der Befehl sagt es anders</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>diese Datei gibt es nicht</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2); none was taken of it: set %3</source>
        <translation>der Name %1 besagt, dass die Gewichte gepackt sind (%2); daraus wurde nichts übernommen: %3 setzen</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2); planned in 16 bits, as another model in its place would be, they are about %4 times larger: set %3</source>
        <translation>der Name %1 besagt, dass die Gewichte gepackt sind (%2); in 16 Bit geplant, wie ein anderes Modell an dieser Stelle, sind sie rund %4-mal so groß: %3 setzen</translation>
    </message>
    <message>
        <source>%1 is no type of GGUF that plans have</source>
        <translation>%1 ist kein GGUF-Typ, den Pläne haben</translation>
    </message>
    <message>
        <source>%1 is named without a type: %2 was taken, which is what is downloaded where the repository has it</source>
        <translation>%1 ist ohne Typ genannt: %2 wurde genommen; dies wird geladen, wenn das Repository es hat</translation>
    </message>
    <message>
        <source>the name %1 does not say the file&apos;s type: unless the file is there, its weights are planned in 16 bits, about %2 times larger than %3: set %4</source>
        <translation>der Name %1 sagt den Typ der Datei nicht: Ist sie nicht da, werden die Gewichte in 16 Bit geplant, rund %2-mal so groß wie %3: %4 setzen</translation>
    </message>
    <message>
        <source>no field of a plan names this quantisation</source>
        <translation>kein Feld eines Plans nennt diese Quantisierung</translation>
    </message>
    <message>
        <source>%1 says that the checkpoint is packed, not in how many bits: where its own %2 is not read, its weights are planned in 16 bits; set %3</source>
        <translation>%1 sagt, dass der Checkpoint gepackt ist, nicht in wie vielen Bits: Wird sein %2 nicht gelesen, sind die Gewichte in 16 Bit geplant; %3 setzen</translation>
    </message>
    <message>
        <source>%1 says the method, not the bits: %2 was taken, as most such checkpoints have</source>
        <translation>%1 nennt die Methode, nicht die Bits: %2 wurde genommen, wie bei den meisten solcher Checkpoints</translation>
    </message>
    <message>
        <source>it says what the file is</source>
        <translation>es sagt, was die Datei ist</translation>
    </message>
    <message>
        <source>nothing stands there</source>
        <translation>dort steht nichts</translation>
    </message>
    <message>
        <source>%1 takes %2, and here stands %3</source>
        <translation>%1 nimmt %2, und hier steht %3</translation>
    </message>
    <message>
        <source>%1 was not read (%2); what it says is missing from the plan</source>
        <translation>%1 wurde nicht gelesen (%2); sein Inhalt fehlt im Plan</translation>
    </message>
    <message>
        <source>it is not at hand</source>
        <translation>nicht zur Hand</translation>
    </message>
    <message>
        <source>%1 is not at hand: it is taken as the file of this name that %2 ships</source>
        <translation>%1 ist nicht zur Hand: angenommen wird die Datei dieses Namens, die %2 mitliefert</translation>
    </message>
    <message>
        <source>nothing that was read names it</source>
        <translation>nichts Gelesenes nennt es</translation>
    </message>
    <message>
        <source>there is no such key that is known of</source>
        <translation>ein solcher Schlüssel ist nicht bekannt</translation>
    </message>
    <message>
        <source>it says where a process runs or how it talks</source>
        <translation>es sagt, wo ein Prozess läuft oder wie er spricht</translation>
    </message>
    <message>
        <source>it is set in the shell and not exported: no program sees it</source>
        <translation>in der Shell gesetzt und nicht exportiert: Kein Programm sieht es</translation>
    </message>
    <message>
        <source>no dashes stand before it</source>
        <translation>davor stehen keine Striche</translation>
    </message>
    <message>
        <source>line %1: %2 has no dashes before it, and %3 takes no such word: it stops there and starts nothing. What the word says is left out</source>
        <translation>Zeile %1: Vor %2 stehen keine Striche, und %3 kennt kein solches Wort: Es hält dort an und startet nichts. Was das Wort besagt, fehlt</translation>
    </message>
    <message>
        <source>dashes stand before it</source>
        <translation>davor stehen Striche</translation>
    </message>
    <message>
        <source>line %1: behind a file %2 takes %3 alone; at %4 it stops and starts nothing. What the option says is left out</source>
        <translation>Zeile %1: Hinter einer Datei nimmt %2 nur %3; bei %4 hält es an und startet nichts. Was die Option besagt, fehlt</translation>
    </message>
    <message>
        <source>no arguments</source>
        <translation>keine Argumente</translation>
    </message>
    <message>
        <source>a Python call with arguments, such as %1</source>
        <translation>ein Python-Aufruf mit Argumenten, etwa %1</translation>
    </message>
    <message>
        <source>line %1: a text does not end</source>
        <translation>Zeile %1: Ein Text endet nicht</translation>
    </message>
    <message>
        <source>line %1: nested too deep</source>
        <translation>Zeile %1: zu tief geschachtelt</translation>
    </message>
    <message>
        <source>line %1: what stands in brackets cannot be read</source>
        <translation>Zeile %1: Der Klammerinhalt ist nicht lesbar</translation>
    </message>
    <message>
        <source>line %1: a bracket does not close</source>
        <translation>Zeile %1: Eine Klammer schließt nicht</translation>
    </message>
    <message>
        <source>line %1: a call does not close</source>
        <translation>Zeile %1: Ein Aufruf schließt nicht</translation>
    </message>
    <message>
        <source>line %1: blanks stand around the = of %2, which a program takes for words of their own; the value behind was read</source>
        <translation>Zeile %1: Um das = von %2 stehen Leerzeichen, was ein Programm als eigene Wörter liest; der Wert dahinter wurde gelesen</translation>
    </message>
    <message>
        <source>line %1: %2 has no dashes before it: %3 takes it for the script to start, and nothing starts. It was left out</source>
        <translation>Zeile %1: Vor %2 stehen keine Striche: %3 hält es für das zu startende Skript, und nichts startet. Es wurde weggelassen</translation>
    </message>
    <message>
        <source>no command</source>
        <translation>kein Befehl</translation>
    </message>
    <message>
        <source>a command line, YAML, JSON or a Python call</source>
        <translation>eine Befehlszeile, YAML, JSON oder ein Python-Aufruf</translation>
    </message>
    <message>
        <source>line %1: another command (%2), which was not read</source>
        <translation>Zeile %1: ein weiterer Befehl (%2), der nicht gelesen wurde</translation>
    </message>
    <message>
        <source>line %1: bytes that are no UTF-8</source>
        <translation>Zeile %1: Bytes, die kein UTF-8 sind</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>zu viel</translation>
    </message>
    <message>
        <source>at most %1 keys and %2 MiB of them, sections within sections counted again</source>
        <translation>höchstens %1 Schlüssel und %2 MiB davon, Abschnitte in Abschnitten erneut gezählt</translation>
    </message>
    <message>
        <source>line %1: %2 holds variables that the program sees, and it is not at hand: what they say is missing from the plan</source>
        <translation>Zeile %1: %2 enthält Variablen, die das Programm sieht, und ist nicht zur Hand: Was sie sagen, fehlt im Plan</translation>
    </message>
    <message>
        <source>only the first YAML document is read</source>
        <translation>nur das erste YAML-Dokument wird gelesen</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>more than %1 values</source>
        <translation>mehr als %1 Werte</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>tiefer als %1 Ebenen geschachtelt</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>ein Wert fehlt</translation>
    </message>
    <message>
        <source>there is no anchor %1 before it</source>
        <translation>davor steht kein Anker %1</translation>
    </message>
    <message>
        <source>%1 stands in line %2 and in line %3; the last is read</source>
        <translation>%1 steht in Zeile %2 und in Zeile %3; das letzte wird gelesen</translation>
    </message>
    <message>
        <source>the log ends before a context is made: how long it is and how many share it stand in the command alone, and are taken as where nobody says</source>
        <translation>das Log endet, bevor ein Kontext angelegt ist: Seine Länge und wie viele ihn teilen, stehen nur im Befehl und gelten als nicht angegeben</translation>
    </message>
    <message>
        <source>keys with values</source>
        <translation>Schlüssel mit Werten</translation>
    </message>
    <message>
        <source>%1 stands more than once; the last is read</source>
        <translation>%1 steht mehrmals da; das letzte wird gelesen</translation>
    </message>
    <message>
        <source>a message that memory ran out</source>
        <translation>eine Meldung, dass der Speicher ausging</translation>
    </message>
    <message>
        <source>the command or the configuration that ran; with its plan, %1 says what takes the memory and what takes it off</source>
        <translation>der ausgeführte Befehl oder die Konfiguration; mit deren Plan sagt %1, was den Speicher braucht und was ihn senkt</translation>
    </message>
    <message>
        <source>a table of what cards hold at one moment</source>
        <translation>eine Tabelle dessen, was Karten in einem Moment halten</translation>
    </message>
    <message>
        <source>the command or the configuration of what runs there; the card is named by %1</source>
        <translation>der Befehl oder die Konfiguration dessen, was dort läuft; %1 nennt die Karte</translation>
    </message>
    <message>
        <source>a list of what runs, without how</source>
        <translation>eine Liste dessen, was läuft, ohne das Wie</translation>
    </message>
    <message>
        <source>a trainer&apos;s log, without its arguments</source>
        <translation>das Log eines Trainers ohne dessen Argumente</translation>
    </message>
    <message>
        <source>the command or the configuration that ran</source>
        <translation>der ausgeführte Befehl oder die Konfiguration</translation>
    </message>
    <message>
        <source>lines of an engine&apos;s start, without its arguments</source>
        <translation>Zeilen vom Start einer Engine ohne deren Argumente</translation>
    </message>
    <message>
        <source>the command that started it, or its log from the first line on</source>
        <translation>der Befehl, der sie startete, oder ihr Log ab der ersten Zeile</translation>
    </message>
    <message>
        <source>a configuration of %1: it names servers and starts none</source>
        <translation>eine Konfiguration von %1: Sie nennt Server und startet keinen</translation>
    </message>
    <message>
        <source>the commands of the servers that it names</source>
        <translation>die Befehle der genannten Server</translation>
    </message>
    <message>
        <source>a server of %1, whose options are not read</source>
        <translation>ein Server von %1, dessen Optionen nicht gelesen werden</translation>
    </message>
    <message>
        <source>its settings as fields of a plan</source>
        <translation>seine Einstellungen als Felder eines Plans</translation>
    </message>
    <message>
        <source>kinds of Kubernetes (%1) of which none runs a server that is known</source>
        <translation>Kubernetes-Arten (%1), von denen keine einen bekannten Server ausführt</translation>
    </message>
    <message>
        <source>the command of its container</source>
        <translation>der Befehl des Containers</translation>
    </message>
    <message>
        <source>services of Compose of which none runs a server that is known</source>
        <translation>Compose-Dienste, von denen keiner einen bekannten Server ausführt</translation>
    </message>
    <message>
        <source>line %1: %2 does not end</source>
        <translation>Zeile %1: %2 endet nicht</translation>
    </message>
    <message>
        <source>the comment in line %1 ends the command that is begun above it: %2 are set in the shell and not exported, and %3 does not see them</source>
        <translation>der Kommentar in Zeile %1 beendet den darüber begonnenen Befehl: %2 sind in der Shell gesetzt und nicht exportiert, %3 sieht sie nicht</translation>
    </message>
    <message>
        <source>%1: set in the shell and not exported, so that %2 does not see it unless the shell had exported it before</source>
        <translation>%1: in der Shell gesetzt und nicht exportiert; %2 sieht es nicht, außer die Shell hatte es vorher exportiert</translation>
    </message>
    <message>
        <source>a shell ends the command at the end of line %1; the options after it were read too</source>
        <translation>eine Shell beendet den Befehl am Ende von Zeile %1; die Optionen danach wurden auch gelesen</translation>
    </message>
    <message>
        <source>line %1 is a comment: the command ends before it, and what stands in it is no option</source>
        <translation>Zeile %1 ist ein Kommentar: Der Befehl endet davor, und was darin steht, ist keine Option</translation>
    </message>
    <message>
        <source>a blank stands behind the backslash of line %1: a shell ends the command there; what follows was read too</source>
        <translation>hinter dem Backslash von Zeile %1 steht ein Leerzeichen: Eine Shell beendet dort den Befehl; das Folgende wurde auch gelesen</translation>
    </message>
    <message>
        <source>line %1 has a text processor&apos;s dashes or quotes, which no program takes as a shell&apos;s; they were read as those</source>
        <translation>Zeile %1 hat Striche oder Anführungszeichen einer Textverarbeitung, die kein Programm als die einer Shell nimmt; sie wurden so gelesen</translation>
    </message>
    <message>
        <source>%1 is not stated and taken as %2 (%3)</source>
        <translation>%1 ist nicht angegeben und als %2 angenommen (%3)</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 trains rows up to the model&apos;s own length, and %3 tokens are planned; say the length of the longest row</source>
        <translation>%1 ist nicht angegeben: %2 trainiert Zeilen bis zur Länge des Modells, geplant sind %3 Tokens; die Länge der längsten Zeile angeben</translation>
    </message>
    <message>
        <source>no length is stated, and what %1 takes then is not known: rows of %2 tokens are planned; say the length of the longest row</source>
        <translation>keine Länge ist angegeben, und was %1 dann nimmt, ist nicht bekannt: Geplant sind Zeilen von %2 Tokens; die Länge der längsten Zeile angeben</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 makes rows of the tokenizer&apos;s model_max_length where the model&apos;s positions reach so far, and else of %3 tokens, which are planned; say %1 where the tokenizer names a length</source>
        <translation>%1 ist nicht angegeben: %2 bildet Zeilen von model_max_length des Tokenizers, wenn die Positionen des Modells so weit reichen, sonst von %3 Tokens, die geplant sind; %1 angeben, wenn der Tokenizer eine Länge nennt</translation>
    </message>
    <message>
        <source>it is off</source>
        <translation>es ist aus</translation>
    </message>
    <message>
        <source>%1: only what runs the configuration can tell %2; nothing was taken of it</source>
        <translation>%1: Nur was die Konfiguration ausführt, kennt %2; nichts wurde daraus übernommen</translation>
    </message>
    <message>
        <source>line %1 says it again</source>
        <translation>Zeile %1 sagt es erneut</translation>
    </message>
    <message>
        <source>%1 has no such key</source>
        <translation>%1 hat keinen solchen Schlüssel</translation>
    </message>
    <message>
        <source>%1 has no such key (did you mean %2?)</source>
        <translation>%1 hat keinen solchen Schlüssel (gemeint %2?)</translation>
    </message>
    <message>
        <source>it says how processes find each other or where they run</source>
        <translation>es sagt, wie Prozesse einander finden oder wo sie laufen</translation>
    </message>
    <message>
        <source>it changes what a step holds, and no field of a plan says it</source>
        <translation>es ändert, was ein Schritt hält, und kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>it is about loading and saving</source>
        <translation>es betrifft Laden und Speichern</translation>
    </message>
    <message>
        <source>%1 is not planned for</source>
        <translation>%1 wird nicht geplant</translation>
    </message>
    <message>
        <source>how many processes run is not known: %1</source>
        <translation>wie viele Prozesse laufen, ist nicht bekannt: %1</translation>
    </message>
    <message>
        <source>a step in %1 is not planned for</source>
        <translation>ein Schritt in %1 wird nicht geplant</translation>
    </message>
    <message>
        <source>it says how is compiled, not what a step holds</source>
        <translation>es sagt, wie kompiliert wird, nicht, was ein Schritt hält</translation>
    </message>
    <message>
        <source>%1 does not say so</source>
        <translation>%1 sagt es nicht</translation>
    </message>
    <message>
        <source>no option asks for %1</source>
        <translation>keine Option verlangt %1</translation>
    </message>
    <message>
        <source>%1: the Trainer fills it in from its own arguments</source>
        <translation>%1: Der Trainer ergänzt es aus seinen Argumenten</translation>
    </message>
    <message>
        <source>it says how the ranks of a sequence talk</source>
        <translation>es sagt, wie die Ranks einer Sequenz kommunizieren</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s own file says it (%1)</source>
        <translation>die eigene Datei von DeepSpeed sagt es (%1)</translation>
    </message>
    <message>
        <source>the copies do not divide %1</source>
        <translation>die Kopien teilen %1 nicht</translation>
    </message>
    <message>
        <source>%1 has no setting for it</source>
        <translation>%1 hat keine Einstellung dafür</translation>
    </message>
    <message>
        <source>the script that is launched says it</source>
        <translation>das gestartete Skript sagt es</translation>
    </message>
    <message>
        <source>these are the words of %1</source>
        <translation>dies sind die Wörter von %1</translation>
    </message>
    <message>
        <source>Axolotl packs weights to 4 bits under adapter %1 and to 8 under %2 alone: here it loads them as they are</source>
        <translation>Axolotl packt Gewichte nur unter Adapter %1 in 4 Bit und unter %2 in 8: Hier lädt es sie, wie sie sind</translation>
    </message>
    <message>
        <source>%1 names none</source>
        <translation>%1 nennt keines</translation>
    </message>
    <message>
        <source>beside adapters the model&apos;s own parameters are frozen</source>
        <translation>neben Adaptern sind die Parameter des Modells eingefroren</translation>
    </message>
    <message>
        <source>what is kept goes to a disk, and no field of a plan says so</source>
        <translation>was aufgehoben wird, geht auf eine Platte, und kein Feld eines Plans sagt das</translation>
    </message>
    <message>
        <source>keys of their own say what they do</source>
        <translation>eigene Schlüssel sagen, was sie tun</translation>
    </message>
    <message>
        <source>plans count a chunk&apos;s tokens, not the chunks</source>
        <translation>Pläne zählen die Tokens eines Chunks, nicht die Chunks</translation>
    </message>
    <message>
        <source>nothing is sharded</source>
        <translation>nichts ist aufgeteilt</translation>
    </message>
    <message>
        <source>%1 and %2 say it</source>
        <translation>%1 und %2 sagen es</translation>
    </message>
    <message>
        <source>%1 trains no biases beside adapters</source>
        <translation>%1 trainiert neben Adaptern keine Biases</translation>
    </message>
    <message>
        <source>only %1 and %2 have scales to pack again</source>
        <translation>nur %1 und %2 haben Skalen, die sich nochmals packen lassen</translation>
    </message>
    <message>
        <source>only %1 and %2 have one</source>
        <translation>nur %1 und %2 haben eines</translation>
    </message>
    <message>
        <source>a checkpoint in this format says it itself</source>
        <translation>ein Checkpoint in diesem Format sagt es selbst</translation>
    </message>
    <message>
        <source>%1 takes whole numbers</source>
        <translation>%1 nimmt ganze Zahlen</translation>
    </message>
    <message>
        <source>%1 asks for names</source>
        <translation>%1 verlangt Namen</translation>
    </message>
    <message>
        <source>adapters are float32, or as the weights are</source>
        <translation>Adapter sind float32 oder wie die Gewichte</translation>
    </message>
    <message>
        <source>weights are loaded in what is computed with</source>
        <translation>Gewichte werden in dem Typ geladen, in dem gerechnet wird</translation>
    </message>
    <message>
        <source>%1 refuses %2 under %3, and the file names %4</source>
        <translation>%1 lehnt %2 unter %3 ab, und die Datei nennt %4</translation>
    </message>
    <message>
        <source>offloading goes beside recomputation where the whole model trains</source>
        <translation>Auslagern gehört zur Neuberechnung, wenn das ganze Modell trainiert</translation>
    </message>
    <message>
        <source>it is refused beside pairs, 4-bit weights and several cards</source>
        <translation>neben Paaren, 4-Bit-Gewichten und mehreren Karten wird es abgelehnt</translation>
    </message>
    <message>
        <source>whole layers are recomputed, or none</source>
        <translation>es werden ganze Schichten neu berechnet oder keine</translation>
    </message>
    <message>
        <source>%1 has no such loss</source>
        <translation>%1 hat keinen solchen Loss</translation>
    </message>
    <message>
        <source>only rows of %1 are packed</source>
        <translation>nur Zeilen von %1 werden gepackt</translation>
    </message>
    <message>
        <source>%1 refuses it beside 4-bit weights</source>
        <translation>%1 lehnt es neben 4-Bit-Gewichten ab</translation>
    </message>
    <message>
        <source>%1 wraps by layer or by size</source>
        <translation>%1 umhüllt nach Schicht oder nach Größe</translation>
    </message>
    <message>
        <source>FSDP keeps all of a shard on the host, or none of it</source>
        <translation>FSDP hält alles von einem Shard auf dem Host oder nichts</translation>
    </message>
    <message>
        <source>beside DeepSpeed it is in a file that %1 names</source>
        <translation>neben DeepSpeed steht es in einer Datei, die %1 nennt</translation>
    </message>
    <message>
        <source>whoever starts it says how many processes: %1</source>
        <translation>wer es startet, sagt, wie viele Prozesse: %1</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 braucht %2</translation>
    </message>
    <message>
        <source>a ring is what %1 has</source>
        <translation>%1 hat einen Ring</translation>
    </message>
    <message>
        <source>%1 has no such objective</source>
        <translation>%1 hat keine solche Zielfunktion</translation>
    </message>
    <message>
        <source>%1 names parameters, not layers from the end</source>
        <translation>%1 nennt Parameter, nicht Schichten vom Ende her</translation>
    </message>
    <message>
        <source>it is about logs</source>
        <translation>es betrifft Logs</translation>
    </message>
    <message>
        <source>it changes how is learned, not what a step holds</source>
        <translation>es ändert, wie gelernt wird, nicht, was ein Schritt hält</translation>
    </message>
    <message>
        <source>only models that call DeepSpeed&apos;s own checkpointing read it; transformers&apos; do not</source>
        <translation>nur Modelle, die das Checkpointing von DeepSpeed aufrufen, lesen es; die von transformers nicht</translation>
    </message>
    <message>
        <source>it says how bytes are moved, not how many stay</source>
        <translation>es sagt, wie Bytes bewegt werden, nicht, wie viele bleiben</translation>
    </message>
    <message>
        <source>%1 says what one card takes</source>
        <translation>%1 sagt, was eine Karte nimmt</translation>
    </message>
    <message>
        <source>it counts the rows of all cards, whose number stands elsewhere</source>
        <translation>es zählt die Zeilen aller Karten, deren Zahl anderswo steht</translation>
    </message>
    <message>
        <source>%1 printed no memory of any device</source>
        <translation>%1 gab keinen Speicher eines Geräts aus</translation>
    </message>
    <message>
        <source>a GGUF file has no such type</source>
        <translation>eine GGUF-Datei hat keinen solchen Typ</translation>
    </message>
    <message>
        <source>the file holds its weights as they are</source>
        <translation>die Datei hält ihre Gewichte, wie sie sind</translation>
    </message>
    <message>
        <source>a repository that is named without a type gives %1 where it has it</source>
        <translation>ein Repository ohne genannten Typ liefert %1, wenn es das hat</translation>
    </message>
    <message>
        <source>%1 says how many tokens a pass takes</source>
        <translation>%1 sagt, wie viele Tokens ein Durchgang nimmt</translation>
    </message>
    <message>
        <source>plans have one type for keys and values; here keys are %1 and values %2</source>
        <translation>Pläne haben einen Typ für Keys und Values; hier sind Keys %1 und Values %2</translation>
    </message>
    <message>
        <source>plans split layers evenly; here each card has its share</source>
        <translation>Pläne teilen Schichten gleichmäßig auf; hier hat jede Karte ihren Anteil</translation>
    </message>
    <message>
        <source>it says which card comes first</source>
        <translation>es sagt, welche Karte zuerst kommt</translation>
    </message>
    <message>
        <source>nothing is drafted</source>
        <translation>es gibt keine Entwürfe</translation>
    </message>
    <message>
        <source>%1 slots share %2</source>
        <translation>%1 Slots teilen sich %2</translation>
    </message>
    <message>
        <source>a GGUF file: %1 reads no other</source>
        <translation>eine GGUF-Datei: %1 liest nichts anderes</translation>
    </message>
    <message>
        <source>a plan does not name the projector&apos;s file, which %1 wants</source>
        <translation>ein Plan nennt die Datei des Projektors nicht, die %1 verlangt</translation>
    </message>
    <message>
        <source>nothing is quantised without %1</source>
        <translation>ohne %1 wird nichts quantisiert</translation>
    </message>
    <message>
        <source>%1 does nothing without %2: LLaMA-Factory loads the weights as they are, four times as large as 4-bit ones</source>
        <translation>%1 bewirkt ohne %2 nichts: LLaMA-Factory lädt die Gewichte, wie sie sind, viermal so groß wie solche in 4 Bit</translation>
    </message>
    <message>
        <source>it quantises with %1, which no field of a plan names</source>
        <translation>es quantisiert mit %1, das kein Feld eines Plans nennt</translation>
    </message>
    <message>
        <source>plans train the last layers whole, or what names meet in all of them</source>
        <translation>Pläne trainieren die letzten Schichten ganz oder, was Namen in allen treffen</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 ist nicht %2</translation>
    </message>
    <message>
        <source>a step of %1 is not planned for: it is read as one of %2</source>
        <translation>ein Schritt von %1 wird nicht geplant: Gelesen wird er als einer von %2</translation>
    </message>
    <message>
        <source>another loss of the same log-probabilities</source>
        <translation>ein anderer Loss derselben Log-Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 ist aus</translation>
    </message>
    <message>
        <source>%1 names modules alone</source>
        <translation>%1 nennt nur Module</translation>
    </message>
    <message>
        <source>it is the dtype that is computed in</source>
        <translation>es ist der dtype, in dem gerechnet wird</translation>
    </message>
    <message>
        <source>%1 chooses it by the card and by what trains</source>
        <translation>%1 wählt es nach der Karte und danach, was trainiert</translation>
    </message>
    <message>
        <source>%1 freezes by layers from the end</source>
        <translation>%1 friert nach Schichten vom Ende her ein</translation>
    </message>
    <message>
        <source>adapters are float32</source>
        <translation>Adapter sind float32</translation>
    </message>
    <message>
        <source>this optimizer has one form</source>
        <translation>dieser Optimizer hat nur eine Form</translation>
    </message>
    <message>
        <source>whoever starts several processes chooses it</source>
        <translation>wer mehrere Prozesse startet, wählt es</translation>
    </message>
    <message>
        <source>%1 does nothing without %2: ms-swift loads the weights as they are, four times as large as 4-bit ones</source>
        <translation>%1 bewirkt ohne %2 nichts: ms-swift lädt die Gewichte, wie sie sind, viermal so groß wie solche in 4 Bit</translation>
    </message>
    <message>
        <source>nothing gets an adapter</source>
        <translation>nichts bekommt einen Adapter</translation>
    </message>
    <message>
        <source>Transformer Engine chooses among kernels that keep the same</source>
        <translation>Transformer Engine wählt unter Kerneln, die dasselbe aufheben</translation>
    </message>
    <message>
        <source>it divides what tensor ranks would hold whole, and %1 is 1</source>
        <translation>es teilt, was Tensor-Ranks sonst ganz hielten, und %1 ist 1</translation>
    </message>
    <message>
        <source>micro batches a step depend on how many processes share them</source>
        <translation>Micro-Batches je Schritt hängen davon ab, wie viele Prozesse sie teilen</translation>
    </message>
    <message>
        <source>nothing is frozen that it could let train</source>
        <translation>nichts ist eingefroren, das es trainieren lassen könnte</translation>
    </message>
    <message>
        <source>a row of the data is a group of texts (a query, what fits it and what does not): micro_batch counts texts, so multiply it where a row has several</source>
        <translation>eine Datenzeile ist eine Gruppe von Texten (eine Anfrage, was zu ihr passt und was nicht): micro_batch zählt Texte, also bei mehreren je Zeile multiplizieren</translation>
    </message>
    <message>
        <source>each process is a copy of its own</source>
        <translation>jeder Prozess ist eine eigene Kopie</translation>
    </message>
    <message>
        <source>of the allocator&apos;s settings plans have %1 alone</source>
        <translation>von den Einstellungen des Allokators haben Pläne nur %1</translation>
    </message>
    <message>
        <source>autocast decides what is computed with</source>
        <translation>Autocast entscheidet, womit gerechnet wird</translation>
    </message>
    <message>
        <source>it is a comment</source>
        <translation>es ist ein Kommentar</translation>
    </message>
    <message>
        <source>it is what the checkpoint says</source>
        <translation>es ist, was der Checkpoint sagt</translation>
    </message>
    <message>
        <source>a file of DeepSpeed says it (%1)</source>
        <translation>eine Datei von DeepSpeed sagt es (%1)</translation>
    </message>
    <message>
        <source>a file of accelerate says it (%1)</source>
        <translation>eine Datei von accelerate sagt es (%1)</translation>
    </message>
    <message>
        <source>ranks exchange heads, and make a ring where heads are too few</source>
        <translation>Ranks tauschen Heads aus und bilden einen Ring, wo es zu wenige Heads gibt</translation>
    </message>
    <message>
        <source>%1 runs on %2&apos;s machines, not on this card</source>
        <translation>%1 läuft auf den Maschinen von %2, nicht auf dieser Karte</translation>
    </message>
    <message>
        <source>%1 is a tag of %2&apos;s library: the preset %3 (%4) has its shape and was taken</source>
        <translation>%1 ist ein Tag der Bibliothek von %2: Die Vorlage %3 (%4) hat seine Form und wurde genommen</translation>
    </message>
    <message>
        <source>%1 names no type: %2&apos;s library holds %3 under it, which was taken</source>
        <translation>%1 nennt keinen Typ: Die Bibliothek von %2 führt darunter %3, das genommen wurde</translation>
    </message>
    <message>
        <source>%1 names no type: %3 was taken, which is what %2 mostly makes of a model</source>
        <translation>%1 nennt keinen Typ: %3 wurde genommen, was %2 meist aus einem Modell macht</translation>
    </message>
    <message>
        <source>%1 says how many run at once</source>
        <translation>%1 sagt, wie viele zugleich laufen</translation>
    </message>
    <message>
        <source>it changes what an adapter holds, and no field of a plan says it</source>
        <translation>es ändert, was ein Adapter hält, und kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>it says where an adapter comes from, not what it holds</source>
        <translation>es sagt, woher ein Adapter kommt, nicht, was er hält</translation>
    </message>
    <message>
        <source>plans have no such method of %1</source>
        <translation>Pläne haben keine solche Methode von %1</translation>
    </message>
    <message>
        <source>it is what PEFT does where nobody says</source>
        <translation>es ist, was PEFT ohne Angabe tut</translation>
    </message>
    <message>
        <source>an adapter&apos;s file says nothing else</source>
        <translation>die Datei eines Adapters sagt sonst nichts</translation>
    </message>
    <message>
        <source>it says which rows are read and in what order</source>
        <translation>es sagt, welche Zeilen in welcher Reihenfolge gelesen werden</translation>
    </message>
    <message>
        <source>it changes how long or how fast is learned, not what a step holds</source>
        <translation>es ändert, wie lange oder schnell gelernt wird, nicht, was ein Schritt hält</translation>
    </message>
    <message>
        <source>it is about files that are written or read</source>
        <translation>es betrifft Dateien, die geschrieben oder gelesen werden</translation>
    </message>
    <message>
        <source>it says which code or files are read</source>
        <translation>es sagt, welcher Code oder welche Dateien gelesen werden</translation>
    </message>
    <message>
        <source>evaluating takes less than training, by its rows alone</source>
        <translation>Evaluieren braucht weniger als Training, allein durch seine Zeilen</translation>
    </message>
    <message>
        <source>it says how processes find each other or what they compute with</source>
        <translation>es sagt, wie Prozesse einander finden oder womit sie rechnen</translation>
    </message>
    <message>
        <source>it says which tokens are drawn or how they are rewarded</source>
        <translation>es sagt, welche Tokens gezogen oder wie sie belohnt werden</translation>
    </message>
    <message>
        <source>it says who is answered and how</source>
        <translation>es sagt, wer wie Antwort bekommt</translation>
    </message>
    <message>
        <source>kernels of its own keep more or less, and no field of a plan says which</source>
        <translation>eigene Kernel halten mehr oder weniger, und kein Feld eines Plans sagt, welche</translation>
    </message>
    <message>
        <source>it changes what the model or its adapters are, and no field of a plan says it</source>
        <translation>es ändert, was das Modell oder seine Adapter sind, und kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>it adds to what is asked of a step, and no field of a plan says it</source>
        <translation>es erweitert, was von einem Schritt verlangt wird, und kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>it bounds or moves memory, and no field of a plan says it</source>
        <translation>es begrenzt oder verlagert Speicher, und kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>the optimizer goes to the host while completions are drawn, and no field of a plan says so</source>
        <translation>der Optimizer geht auf den Host, während Completions gezogen werden, und kein Feld eines Plans sagt das</translation>
    </message>
    <message>
        <source>micro batches are filled up to %1 tokens: as many whole rows are planned</source>
        <translation>Micro-Batches werden bis %1 Tokens gefüllt: Geplant sind so viele ganze Zeilen</translation>
    </message>
    <message>
        <source>%1 is not stated, without which the tool does not start: vLLM is planned on the cards that train</source>
        <translation>%1 ist nicht angegeben, ohne das das Tool nicht startet: vLLM ist auf den trainierenden Karten geplant</translation>
    </message>
    <message>
        <source>functions that reward take no memory of the card</source>
        <translation>Belohnungsfunktionen brauchen keinen Speicher der Karte</translation>
    </message>
    <message>
        <source>TRL has no such key any more: %1 took its place</source>
        <translation>TRL hat diesen Schlüssel nicht mehr: %1 trat an seine Stelle</translation>
    </message>
    <message>
        <source>no plan has a step of %1</source>
        <translation>kein Plan hat einen Schritt von %1</translation>
    </message>
    <message>
        <source>its kernels are those of layers; the loss is verl&apos;s own</source>
        <translation>seine Kernel sind die von Schichten; der Loss ist der von verl</translation>
    </message>
    <message>
        <source>%1 ranks share each sequence by exchanging heads; they are planned as a ring, which holds as much of the activations</source>
        <translation>%1 Ranks teilen sich jede Sequenz durch Austausch von Heads; geplant sind sie als Ring, der gleich viele Aktivierungen hält</translation>
    </message>
    <message>
        <source>verl holds the logits of a micro batch whole, two bytes for each of its tokens and words of the vocabulary; they are planned in chunks, so that these bytes are missing where the loss is the peak</source>
        <translation>verl hält die Logits eines Micro-Batch ganz, zwei Byte je Token und Wort des Vokabulars; geplant sind sie in Chunks, sodass diese Bytes fehlen, wo der Loss die Spitze ist</translation>
    </message>
    <message>
        <source>%1 trains a critic beside the actor, with its own weights, gradients and states: it is not in the plan</source>
        <translation>%1 trainiert neben dem Actor einen Critic mit eigenen Gewichten, Gradienten und Zuständen: Er fehlt im Plan</translation>
    </message>
    <message>
        <source>it is the model that was loaded</source>
        <translation>es ist das geladene Modell</translation>
    </message>
    <message>
        <source>%1 is not a call that says what is trained</source>
        <translation>%1 ist kein Aufruf, der sagt, was trainiert wird</translation>
    </message>
    <message>
        <source>copies of attention within the same cards, which plans say beside divided experts alone</source>
        <translation>Kopien der Attention auf denselben Karten, die Pläne nur neben aufgeteilten Experten angeben</translation>
    </message>
    <message>
        <source>plans have graphs of both kinds or of none</source>
        <translation>Pläne haben Graphen beider Arten oder keine</translation>
    </message>
    <message>
        <source>%1 serves no adapters without %2</source>
        <translation>%1 bedient ohne %2 keine Adapter</translation>
    </message>
    <message>
        <source>%1 takes the largest rank of the adapters that are named, which are not read: 16 is planned</source>
        <translation>%1 nimmt den größten Rang der genannten Adapter, die nicht gelesen werden: 16 ist geplant</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (%2)</source>
        <translation>%1 hat keinen Cache dieses Typs (%2)</translation>
    </message>
    <message>
        <source>%1 runs with what is installed</source>
        <translation>%1 läuft mit dem, was installiert ist</translation>
    </message>
    <message>
        <source>%1 runs a model and trains none</source>
        <translation>%1 führt ein Modell aus und trainiert keines</translation>
    </message>
    <message>
        <source>a whole number of GiB: %1 has no parts of one</source>
        <translation>eine ganze Zahl an GiB: %1 hat keine Bruchteile</translation>
    </message>
    <message>
        <source>weights are not quantised so while they are loaded; a checkpoint in this format says it itself</source>
        <translation>Gewichte werden beim Laden nicht so quantisiert; ein Checkpoint in diesem Format sagt es selbst</translation>
    </message>
    <message>
        <source>how many requests come is up to who asks; %1 is the most that run at once</source>
        <translation>wie viele Anfragen kommen, liegt am Anfragenden; %1 ist die Höchstzahl zugleich</translation>
    </message>
    <message>
        <source>of adapters it says in which parts they stand, which %1 says in a plan</source>
        <translation>von Adaptern sagt es, in welchen Teilen sie liegen, was im Plan %1 sagt</translation>
    </message>
    <message>
        <source>%1 keeps a copy on each machine: say how many with %2</source>
        <translation>%1 hält auf jeder Maschine eine Kopie: mit %2 sagen, wie viele</translation>
    </message>
    <message>
        <source>modules are not wrapped by their size</source>
        <translation>Module werden nicht nach Größe umhüllt</translation>
    </message>
    <message>
        <source>only version 1 of FSDP reads it</source>
        <translation>nur Version 1 von FSDP liest es</translation>
    </message>
    <message>
        <source>no field of a plan says it</source>
        <translation>kein Feld eines Plans sagt es</translation>
    </message>
    <message>
        <source>%1 has no dashes before it: %2 takes it for one more value of %4, and %3 stays at its default</source>
        <translation>vor %1 stehen keine Striche: %2 hält es für einen weiteren Wert von %4, und %3 behält seine Vorgabe</translation>
    </message>
    <message>
        <source>a model is expected</source>
        <translation>ein Modell wird erwartet</translation>
    </message>
    <message>
        <source>%1 is a name of the tool&apos;s own library, not of the Hub; no model was taken of it</source>
        <translation>%1 ist ein Name der eigenen Bibliothek des Tools, nicht des Hubs; kein Modell wurde daraus übernommen</translation>
    </message>
    <message>
        <source>keys with values are expected</source>
        <translation>Schlüssel mit Werten werden erwartet</translation>
    </message>
    <message>
        <source>the first layers of a stage alone are run again, and in a plan all are</source>
        <translation>nur die ersten Schichten einer Stufe werden neu berechnet, in einem Plan alle</translation>
    </message>
    <message>
        <source>%1 has AdamW alone in more than one form</source>
        <translation>%1 hat nur AdamW in mehr als einer Form</translation>
    </message>
    <message>
        <source>version %1 of FSDP has no such stage</source>
        <translation>Version %1 von FSDP hat keine solche Stufe</translation>
    </message>
    <message>
        <source>under version 1 it is part of the strategy</source>
        <translation>unter Version 1 gehört es zur Strategie</translation>
    </message>
    <message>
        <source>its units are the model&apos;s layers</source>
        <translation>seine Einheiten sind die Schichten des Modells</translation>
    </message>
    <message>
        <source>%1 has no such optimizer</source>
        <translation>%1 hat keinen solchen Optimizer</translation>
    </message>
    <message>
        <source>this optimizer projects no gradients</source>
        <translation>dieser Optimizer projiziert keine Gradienten</translation>
    </message>
    <message>
        <source>adapters on such weights are called %1</source>
        <translation>Adapter auf solchen Gewichten heißen %1</translation>
    </message>
    <message>
        <source>%1 has no adapter</source>
        <translation>%1 hat keinen Adapter</translation>
    </message>
    <message>
        <source>it is up to the data</source>
        <translation>das liegt an den Daten</translation>
    </message>
    <message>
        <source>%1 trains a model</source>
        <translation>%1 trainiert ein Modell</translation>
    </message>
    <message>
        <source>it says which machine is hired, not what its cards hold</source>
        <translation>es sagt, welche Maschine gemietet wird, nicht, was ihre Karten halten</translation>
    </message>
    <message>
        <source>no command of a known tool stands there</source>
        <translation>dort steht kein Befehl eines bekannten Tools</translation>
    </message>
    <message>
        <source>%1 hires no such card</source>
        <translation>%1 mietet keine solche Karte</translation>
    </message>
    <message>
        <source>a task hires cards of one kind</source>
        <translation>eine Aufgabe mietet Karten einer Art</translation>
    </message>
    <message>
        <source>%1 hires whole cards</source>
        <translation>%1 mietet ganze Karten</translation>
    </message>
    <message>
        <source>%1 has no %2 &quot;%3&quot; and raises on it; it is planned as %4</source>
        <translation>%1 hat kein %2 „%3“ und bricht damit ab; geplant ist es als %4</translation>
    </message>
    <message>
        <source>%1 or %2 is expected</source>
        <translation>%1 oder %2 wird erwartet</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; with its comma names no module, as the shell reads it</source>
        <translation>%1: „%2“ mit seinem Komma nennt kein Modul, so wie die Shell es liest</translation>
    </message>
    <message>
        <source>a plan counts rows at their greatest length</source>
        <translation>ein Plan zählt Zeilen mit ihrer größten Länge</translation>
    </message>
    <message>
        <source>its formula takes a few numbers a row</source>
        <translation>seine Formel braucht wenige Zahlen je Zeile</translation>
    </message>
    <message>
        <source>it weighs a term of the loss</source>
        <translation>es gewichtet einen Term des Loss</translation>
    </message>
    <message>
        <source>it says how answers are drawn or scored</source>
        <translation>es sagt, wie Antworten gezogen oder bewertet werden</translation>
    </message>
    <message>
        <source>the weights are packed to 4 bits and %1 asks for no adapter: the Trainer refuses to train them; with adapters they are planned</source>
        <translation>die Gewichte sind in 4 Bit gepackt, und %1 verlangt keinen Adapter: Der Trainer lehnt ihr Training ab; geplant sind sie mit Adaptern</translation>
    </message>
    <message>
        <source>%1 is a key of preference trainers, and the text does not say of which: it is read as one of %2, which holds a reference model</source>
        <translation>%1 ist ein Schlüssel von Präferenz-Trainern, und der Text sagt nicht, welches: Gelesen wird er als der von %2, der ein Referenzmodell hält</translation>
    </message>
    <message>
        <source>it is what TRL does where nobody says</source>
        <translation>es ist, was TRL ohne Angabe tut</translation>
    </message>
    <message>
        <source>%1 computes its loss in chunks, or by Liger&apos;s kernel</source>
        <translation>%1 berechnet seinen Loss in Chunks oder mit dem Kernel von Liger</translation>
    </message>
    <message>
        <source>the command says it: %1</source>
        <translation>der Befehl sagt es: %1</translation>
    </message>
    <message>
        <source>nothing is evaluated unless %1 says so</source>
        <translation>nichts wird evaluiert, sofern %1 es nicht sagt</translation>
    </message>
    <message>
        <source>as it is unless said</source>
        <translation>so ist es ohne Angabe</translation>
    </message>
    <message>
        <source>it changes what adapters begin with, not what they take</source>
        <translation>es ändert, womit Adapter beginnen, nicht, was sie brauchen</translation>
    </message>
    <message>
        <source>%1 has kernels of its own</source>
        <translation>%1 hat eigene Kernel</translation>
    </message>
    <message>
        <source>%1 has a loss of its own</source>
        <translation>%1 hat einen eigenen Loss</translation>
    </message>
    <message>
        <source>%1 packs the scales again</source>
        <translation>%1 packt die Skalen nochmals</translation>
    </message>
    <message>
        <source>it is the host&apos;s memory, and none of the card&apos;s</source>
        <translation>es ist Speicher des Hosts, nicht der Karte</translation>
    </message>
    <message>
        <source>one rank holds all experts</source>
        <translation>ein Rank hält alle Experten</translation>
    </message>
    <message>
        <source>%1: %2 is planned as a model of its own that drafts</source>
        <translation>%1: %2 ist als eigenes Draft-Modell geplant</translation>
    </message>
    <message>
        <source>a JSON object is expected</source>
        <translation>ein JSON-Objekt wird erwartet</translation>
    </message>
    <message>
        <source>the command starts the server</source>
        <translation>der Befehl startet den Server</translation>
    </message>
    <message>
        <source>it is what earlier starts left behind</source>
        <translation>es ist, was frühere Starts hinterließen</translation>
    </message>
    <message>
        <source>%1 spreads experts over all %2 ranks</source>
        <translation>%1 verteilt Experten auf alle %2 Ranks</translation>
    </message>
    <message>
        <source>%1 or %2&apos;s</source>
        <translation>%1 oder die von %2</translation>
    </message>
    <message>
        <source>a head of %1 or %2</source>
        <translation>ein Head von %1 oder %2</translation>
    </message>
    <message>
        <source>attention to an encoder&apos;s states is not described</source>
        <translation>Attention auf die Zustände eines Encoders ist nicht beschrieben</translation>
    </message>
    <message>
        <source>%1: prefix tuning is not described</source>
        <translation>%1: Prefix Tuning ist nicht beschrieben</translation>
    </message>
    <message>
        <source>experts run one after another; every one is planned with as many tokens</source>
        <translation>Experten laufen nacheinander; jeder ist mit gleich vielen Tokens geplant</translation>
    </message>
    <message>
        <source>%1 (or %2)</source>
        <translation>%1 (oder %2)</translation>
    </message>
    <message>
        <source>%1&apos;s experts add float32 to %2 under autocast, and %3 raises (%4)</source>
        <translation>die Experten von %1 addieren unter Autocast float32 zu %2, und %3 bricht ab (%4)</translation>
    </message>
    <message>
        <source>%1 %2 makes rotary tables that heads whose %3 is %4 cannot take: the model does not run</source>
        <translation>%1 %2 bildet Rotary-Tabellen, die Heads mit %3 %4 nicht nehmen können: Das Modell läuft nicht</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(keiner)</translation>
    </message>
    <message>
        <source>model type %1 has no description, and its size cannot be guessed without</source>
        <translation>Modelltyp %1 ist nicht beschrieben, und seine Größe lässt sich ohne diese Angabe nicht abschätzen</translation>
    </message>
    <message>
        <source>the MLP is four times as wide as the model, since the configuration does not say</source>
        <translation>das MLP ist viermal so breit wie das Modell, da die Konfiguration nichts sagt</translation>
    </message>
    <message>
        <source>every layer has %1 gated experts of width %2</source>
        <translation>jede Schicht hat %1 Experten mit Gate und Breite %2</translation>
    </message>
    <message>
        <source>a gated MLP of three matrices</source>
        <translation>ein MLP mit Gate aus drei Matrizen</translation>
    </message>
    <message>
        <source>embeddings and head are two matrices</source>
        <translation>Embeddings und Head sind zwei Matrizen</translation>
    </message>
    <message>
        <source>query, key, value and output projections, two RMS norms a layer, rotary positions</source>
        <translation>Query-, Key-, Value- und Ausgabeprojektion, zwei RMS-Normen je Schicht, Rotary-Positionen</translation>
    </message>
    <message>
        <source>model type %1 has no description: counted as a %2-like decoder</source>
        <translation>Modelltyp %1 ist nicht beschrieben: gezählt als Decoder wie %2</translation>
    </message>
    <message>
        <source>only the language model in %1 is counted; towers and projectors are left out</source>
        <translation>nur das Sprachmodell in %1 wird gezählt; Türme und Projektoren fehlen</translation>
    </message>
    <message>
        <source>the class %1 is not described: counted as its base model</source>
        <translation>die Klasse %1 ist nicht beschrieben: gezählt als ihr Basismodell</translation>
    </message>
    <message>
        <source>the class %1 is not described: counted as %2</source>
        <translation>die Klasse %1 ist nicht beschrieben: gezählt als %2</translation>
    </message>
    <message>
        <source>a plan runs %1, the language model of %2 alone, which %3 builds; %4 has towers beside it</source>
        <translation>ein Plan führt %1 aus, nur das Sprachmodell von %2, das %3 baut; %4 hat Türme daneben</translation>
    </message>
    <message>
        <source>%1 is absent: a plan runs %2, which %3 builds; %4 names what is trained as something else</source>
        <translation>%1 fehlt: Ein Plan führt %2 aus, das %3 baut; %4 nennt, was als etwas anderes trainiert wird</translation>
    </message>
    <message>
        <source>%1 names %2: the language model of %3 alone</source>
        <translation>%1 nennt %2: nur das Sprachmodell von %3</translation>
    </message>
    <message>
        <source>%1 names %2; a plan runs %3, which trainers of language models build of it</source>
        <translation>%1 nennt %2; ein Plan führt %3 aus, das Trainer von Sprachmodellen daraus bauen</translation>
    </message>
    <message>
        <source>a model type the planner knows</source>
        <translation>ein Modelltyp, den der Planer kennt</translation>
    </message>
    <message>
        <source>a model type whose backbone is described</source>
        <translation>ein Modelltyp, dessen Backbone beschrieben ist</translation>
    </message>
    <message>
        <source>a model type that is described as a part of another</source>
        <translation>ein Modelltyp, der als Teil eines anderen beschrieben ist</translation>
    </message>
    <message>
        <source>%1&apos;s loss in tiles adds the routers&apos; loss (%2) and reads the configuration&apos;s %3, which %4 does not have (%5)</source>
        <translation>der Loss in Kacheln von %1 addiert den Loss der Router (%2) und liest %3 der Konfiguration, das %4 nicht hat (%5)</translation>
    </message>
    <message>
        <source>the class is bare, so it has no loss: the gradient of its last hidden states starts the backward, and what is made of them (pooling, a contrast) is left out</source>
        <translation>die bloße Klasse hat keinen Loss: Der Gradient ihrer letzten Hidden States beginnt den Rückwärtslauf, und was daraus wird (Pooling, ein Kontrast), fehlt</translation>
    </message>
    <message>
        <source>a language model whose embedding is called %1, which the tied head shares; or %2, here and in %3</source>
        <translation>ein Sprachmodell, dessen Embedding %1 heißt, geteilt mit dem gekoppelten Head; oder %2, hier und in %3</translation>
    </message>
    <message>
        <source>%1, or another whose class has %2</source>
        <translation>%1 oder ein anderes, dessen Klasse %2 hat</translation>
    </message>
    <message>
        <source>input and labels are each %1 tokens long</source>
        <translation>Eingabe und Labels sind je %1 Tokens lang</translation>
    </message>
    <message>
        <source>the class is bare, so it has no loss: the gradient of its last states starts the backward</source>
        <translation>die bloße Klasse hat keinen Loss: Der Gradient ihrer letzten Zustände beginnt den Rückwärtslauf</translation>
    </message>
    <message>
        <source>%1 is left out: the code that reads it is not described</source>
        <translation>%1 fehlt: Der Code, der es liest, ist nicht beschrieben</translation>
    </message>
    <message>
        <source>recurrences run in plain %1, as %2 runs them where %3, %4 or %5 are not installed; with those kernels the step needs less. Loops over tokens and chunks are taken as one operation.</source>
        <translation>Rekurrenzen laufen in reinem %1, wie %2 sie ausführt, wenn %3, %4 oder %5 nicht installiert sind; mit diesen Kerneln braucht der Schritt weniger. Schleifen über Tokens und Chunks gelten als eine Operation.</translation>
    </message>
    <message>
        <source>trained on the score of each sequence&apos;s last token; a pair of answers counts as two sequences</source>
        <translation>trainiert auf den Score des letzten Tokens jeder Sequenz; ein Antwortpaar zählt als zwei Sequenzen</translation>
    </message>
    <message>
        <source>a multiple of %1, here %2: transformers raises on others</source>
        <translation>ein Vielfaches von %1, hier %2: transformers bricht bei anderen ab</translation>
    </message>
    <message>
        <source>a factor that makes a size of %1 at most %2</source>
        <translation>ein Faktor, der eine Größe von %1 auf höchstens %2 bringt</translation>
    </message>
    <message>
        <source>sizes whose product is at most %1</source>
        <translation>Größen, deren Produkt höchstens %1 ist</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
    <message>
        <source>%1, one per layer</source>
        <translation>%1, einer je Schicht</translation>
    </message>
    <message>
        <source>experts run one after another in code on the Hub; every one is planned with as many tokens</source>
        <translation>Experten laufen in Code auf dem Hub nacheinander; jeder ist mit gleich vielen Tokens geplant</translation>
    </message>
    <message>
        <source>a model type with a recipe</source>
        <translation>ein Modelltyp mit einem Rezept</translation>
    </message>
    <message>
        <source>sizes that repeat more than %1 lines describe no real model</source>
        <translation>Größen, die sich über mehr als %1 Zeilen wiederholen, beschreiben kein echtes Modell</translation>
    </message>
    <message>
        <source>a model with a vocabulary</source>
        <translation>ein Modell mit einem Vokabular</translation>
    </message>
    <message>
        <source>the step of a model around %1 is not described</source>
        <translation>der Schritt eines Modells um %1 ist nicht beschrieben</translation>
    </message>
    <message>
        <source>a language model</source>
        <translation>ein Sprachmodell</translation>
    </message>
    <message>
        <source>a share</source>
        <translation>ein Anteil</translation>
    </message>
    <message>
        <source>%1: %2 raises on anything else</source>
        <translation>%1: %2 bricht bei allem anderen ab</translation>
    </message>
    <message>
        <source>an even number</source>
        <translation>eine gerade Zahl</translation>
    </message>
    <message>
        <source>a head of %1</source>
        <translation>ein Head von %1</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>%1 with %2, as %3 has it</source>
        <translation>%1 mit %2, wie bei %3</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 Zahlen</translation>
    </message>
    <message>
        <source>one for each of %1 layers</source>
        <translation>eine für jede von %1 Schichten</translation>
    </message>
    <message>
        <source>a size, or two of them from 1 on</source>
        <translation>eine Größe oder zwei davon, ab 1</translation>
    </message>
    <message>
        <source>a language model without experts for vision</source>
        <translation>ein Sprachmodell ohne Experten für Bilder</translation>
    </message>
    <message>
        <source>%1&apos;s loss in tiles reads %2 of the model inside, which %3 does not have (%4)</source>
        <translation>der Loss in Kacheln von %1 liest %2 des inneren Modells, das %3 nicht hat (%4)</translation>
    </message>
    <message>
        <source>%1&apos;s code stands on the Hub; its decoder is planned as %2 runs %3&apos;s</source>
        <translation>der Code von %1 liegt auf dem Hub; sein Decoder ist geplant, wie %2 den von %3 ausführt</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>%1&apos;s ALiBi has %2 columns (%3), and adding it to more scores raises (%4)</source>
        <translation>das ALiBi von %1 hat %2 Spalten (%3), und es zu mehr Scores zu addieren, bricht ab (%4)</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 Schichten</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>eine Liste von Objekten</translation>
    </message>
    <message>
        <source>a list of at most %1 blocks</source>
        <translation>eine Liste von höchstens %1 Blöcken</translation>
    </message>
    <message>
        <source>%1 heads in a group</source>
        <translation>%1 Heads in einer Gruppe</translation>
    </message>
    <message>
        <source>the step of blocks replaced with one matrix is not described</source>
        <translation>der Schritt von Blöcken, die durch eine Matrix ersetzt sind, ist nicht beschrieben</translation>
    </message>
    <message>
        <source>%1 or one that follows it: %2 writes %3, which no other class has</source>
        <translation>%1 oder eines, das ihm folgt: %2 schreibt %3, das keine andere Klasse hat</translation>
    </message>
    <message>
        <source>block-sparse attention is taken as dense causal attention</source>
        <translation>blockweise dünne Attention gilt als dichte kausale Attention</translation>
    </message>
    <message>
        <source>none: the model is dense</source>
        <translation>keine: Das Modell ist dicht</translation>
    </message>
    <message>
        <source>%1&apos;s first code is taken as what %2 runs for model type %3, which is the same model</source>
        <translation>der erste Code von %1 gilt als das, was %2 für Modelltyp %3 ausführt, dasselbe Modell</translation>
    </message>
    <message>
        <source>the step of models with more than a language model is not described</source>
        <translation>der Schritt von Modellen mit mehr als einem Sprachmodell ist nicht beschrieben</translation>
    </message>
    <message>
        <source>a divisor of %1</source>
        <translation>ein Teiler von %1</translation>
    </message>
    <message>
        <source>30 seconds of sound go in whatever their length; labels are %1 tokens long, at most as many as the decoder has positions</source>
        <translation>30 Sekunden Ton gehen ein, gleich wie lang; Labels sind %1 Tokens lang, höchstens so viele, wie der Decoder Positionen hat</translation>
    </message>
    <message>
        <source>%1: attention to an encoder&apos;s states is not described</source>
        <translation>%1: Attention auf die Zustände eines Encoders ist nicht beschrieben</translation>
    </message>
    <message>
        <source>cannot be estimated: %1</source>
        <translation>nicht abschätzbar: %1</translation>
    </message>
    <message>
        <source>takes the same memory here</source>
        <translation>braucht hier gleich viel Speicher</translation>
    </message>
    <message>
        <source>takes more memory here</source>
        <translation>braucht hier mehr Speicher</translation>
    </message>
    <message>
        <source>%1; takes %2 GiB more of the host&apos;s memory</source>
        <translation>%1; braucht %2 GiB mehr Host-Speicher</translation>
    </message>
    <message>
        <source>the smallest card that holds the plan as it is</source>
        <translation>die kleinste Karte, die den Plan unverändert fasst</translation>
    </message>
    <message>
        <source>the catalogue</source>
        <translation>der Katalog</translation>
    </message>
    <message>
        <source>Double quantisation</source>
        <translation>Doppelte Quantisierung</translation>
    </message>
    <message>
        <source>double quantisation</source>
        <translation>doppelte Quantisierung</translation>
    </message>
    <message>
        <source>a little time for each layer</source>
        <translation>etwas Zeit je Schicht</translation>
    </message>
    <message>
        <source>SDPA attention</source>
        <translation>SDPA-Attention</translation>
    </message>
    <message>
        <source>same result, faster</source>
        <translation>gleiches Ergebnis, schneller</translation>
    </message>
    <message>
        <source>%1 runs on cards of %2 and %3 only</source>
        <translation>%1 läuft nur auf Karten von %2 und %3</translation>
    </message>
    <message>
        <source>needs the %1 package; same result</source>
        <translation>braucht das Paket %1; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>needs compute capability %1</source>
        <translation>braucht Compute Capability %1</translation>
    </message>
    <message>
        <source>%1 has them on %2 only</source>
        <translation>%1 hat sie nur auf %2</translation>
    </message>
    <message>
        <source>%1 has them from release %2 on there</source>
        <translation>%1 hat sie dort ab Version %2</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>Expandable Segments</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>Expandable Segments</translation>
    </message>
    <message>
        <source>they are on already</source>
        <translation>sie sind schon an</translation>
    </message>
    <message>
        <source>%1 is set before it starts; needs ROCm 7, not on Windows</source>
        <translation>%1 wird vor dem Start gesetzt; braucht ROCm 7, nicht unter Windows</translation>
    </message>
    <message>
        <source>%1 is set before it starts; not on Windows</source>
        <translation>%1 wird vor dem Start gesetzt; nicht unter Windows</translation>
    </message>
    <message>
        <source>%1: notes on CUDA</source>
        <translation>%1: Hinweise zu CUDA</translation>
    </message>
    <message>
        <source>a smaller model</source>
        <translation>ein kleineres Modell</translation>
    </message>
    <message>
        <source>small updates are lost in rounding</source>
        <translation>kleine Updates gehen beim Runden verloren</translation>
    </message>
    <message>
        <source>answers differ in the last digits</source>
        <translation>Antworten weichen in den letzten Stellen ab</translation>
    </message>
    <message>
        <source>%1: 8 or 11 bits of precision, not 24</source>
        <translation>%1: 8 oder 11 Bit Präzision, nicht 24</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1-Gewichte</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>Gemischte Präzision</translation>
    </message>
    <message>
        <source>it is on already</source>
        <translation>es ist schon an</translation>
    </message>
    <message>
        <source>the weights are held in 16 bits already</source>
        <translation>die Gewichte liegen schon in 16 Bit</translation>
    </message>
    <message>
        <source>Mixed precision (%1)</source>
        <translation>Gemischte Präzision (%1)</translation>
    </message>
    <message>
        <source>mixed precision (%1)</source>
        <translation>gemischte Präzision (%1)</translation>
    </message>
    <message>
        <source>products round to 16 bits; faster on tensor cores</source>
        <translation>Produkte werden auf 16 Bit gerundet; schneller auf Tensor Cores</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>Rechnung</translation>
    </message>
    <message>
        <source>Completions of one micro batch at a time</source>
        <translation>Completions eines Micro-Batch zugleich</translation>
    </message>
    <message>
        <source>completions of one micro batch at a time</source>
        <translation>Completions eines Micro-Batch zugleich</translation>
    </message>
    <message>
        <source>more and smaller generations</source>
        <translation>mehr und kleinere Generierungen</translation>
    </message>
    <message>
        <source>No reference</source>
        <translation>Kein Referenzmodell</translation>
    </message>
    <message>
        <source>no reference</source>
        <translation>kein Referenzmodell</translation>
    </message>
    <message>
        <source>nothing keeps the model near where it began</source>
        <translation>nichts hält das Modell nahe an seinem Anfang</translation>
    </message>
    <message>
        <source>Reference computed before the training</source>
        <translation>Referenz vor dem Training berechnet</translation>
    </message>
    <message>
        <source>reference computed before the training</source>
        <translation>Referenz vor dem Training berechnet</translation>
    </message>
    <message>
        <source>one pass over all rows before the first step; same result</source>
        <translation>ein Durchgang über alle Zeilen vor dem ersten Schritt; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>The engine sleeps while the model trains</source>
        <translation>Die Engine schläft, während das Modell trainiert</translation>
    </message>
    <message>
        <source>the engine sleeps while the model trains</source>
        <translation>die Engine schläft, während das Modell trainiert</translation>
    </message>
    <message>
        <source>it wakes before every generation</source>
        <translation>sie wacht vor jeder Generierung auf</translation>
    </message>
    <message>
        <source>The model that trains waits on the host</source>
        <translation>Das trainierte Modell wartet auf dem Host</translation>
    </message>
    <message>
        <source>the model that trains waits on the host</source>
        <translation>das trainierte Modell wartet auf dem Host</translation>
    </message>
    <message>
        <source>its weights cross PCIe before and behind every generation</source>
        <translation>seine Gewichte gehen vor und nach jeder Generierung über PCIe</translation>
    </message>
    <message>
        <source>%1 of the card for the engine</source>
        <translation>%1 der Karte für die Engine</translation>
    </message>
    <message>
        <source>fewer completions are drawn at once</source>
        <translation>weniger Completions werden zugleich gezogen</translation>
    </message>
    <message>
        <source>4-bit weights</source>
        <translation>4-Bit-Gewichte</translation>
    </message>
    <message>
        <source>the weights are held in %1 already</source>
        <translation>die Gewichte liegen schon in %1</translation>
    </message>
    <message>
        <source>FP8 weights, made while they are loaded</source>
        <translation>FP8-Gewichte, beim Laden erzeugt</translation>
    </message>
    <message>
        <source>slightly worse answers</source>
        <translation>etwas schlechtere Antworten</translation>
    </message>
    <message>
        <source>A checkpoint in 4 bits (%1)</source>
        <translation>Ein Checkpoint in 4 Bit (%1)</translation>
    </message>
    <message>
        <source>has to exist, or be made; slightly worse answers</source>
        <translation>muss vorhanden sein oder erstellt werden; etwas schlechtere Antworten</translation>
    </message>
    <message>
        <source>worse answers the fewer the bits</source>
        <translation>je weniger Bits, desto schlechtere Antworten</translation>
    </message>
    <message>
        <source>KV cache in %1</source>
        <translation>KV-Cache in %1</translation>
    </message>
    <message>
        <source>slightly worse answers at long contexts</source>
        <translation>etwas schlechtere Antworten bei langem Kontext</translation>
    </message>
    <message>
        <source>At most %1 requests at once</source>
        <translation>Höchstens %1 Anfragen zugleich</translation>
    </message>
    <message>
        <source>more requests than that wait</source>
        <translation>weitere Anfragen warten</translation>
    </message>
    <message>
        <source>Passes of %1 tokens</source>
        <translation>Durchgänge von %1 Tokens</translation>
    </message>
    <message>
        <source>passes of %1 tokens</source>
        <translation>Durchgänge von %1 Tokens</translation>
    </message>
    <message>
        <source>prompts take more passes</source>
        <translation>Prompts brauchen mehr Durchgänge</translation>
    </message>
    <message>
        <source>No CUDA graphs</source>
        <translation>Keine CUDA-Graphen</translation>
    </message>
    <message>
        <source>no CUDA graphs</source>
        <translation>keine CUDA-Graphen</translation>
    </message>
    <message>
        <source>each token takes longer, most with small models</source>
        <translation>jedes Token dauert länger, am meisten bei kleinen Modellen</translation>
    </message>
    <message>
        <source>A share of %1 of the card</source>
        <translation>Ein Anteil von %1 der Karte</translation>
    </message>
    <message>
        <source>a share of %1 of the card</source>
        <translation>ein Anteil von %1 der Karte</translation>
    </message>
    <message>
        <source>little is left for other programs on the card</source>
        <translation>wenig bleibt für andere Programme auf der Karte</translation>
    </message>
    <message>
        <source>Experts on the host</source>
        <translation>Experten auf dem Host</translation>
    </message>
    <message>
        <source>experts on the host</source>
        <translation>Experten auf dem Host</translation>
    </message>
    <message>
        <source>the processor computes the experts</source>
        <translation>der Prozessor rechnet die Experten</translation>
    </message>
    <message>
        <source>Half of the layers on the host</source>
        <translation>Die Hälfte der Schichten auf dem Host</translation>
    </message>
    <message>
        <source>half of the layers on the host</source>
        <translation>die Hälfte der Schichten auf dem Host</translation>
    </message>
    <message>
        <source>the processor computes those layers</source>
        <translation>der Prozessor rechnet diese Schichten</translation>
    </message>
    <message>
        <source>%1 cards that share the model</source>
        <translation>%1 Karten, die sich das Modell teilen</translation>
    </message>
    <message>
        <source>twice the cards</source>
        <translation>doppelt so viele Karten</translation>
    </message>
    <message>
        <source>One sequence at a time</source>
        <translation>Eine Sequenz zugleich</translation>
    </message>
    <message>
        <source>one sequence at a time</source>
        <translation>eine Sequenz zugleich</translation>
    </message>
    <message>
        <source>%1 sequences at once</source>
        <translation>%1 Sequenzen zugleich</translation>
    </message>
    <message>
        <source>the rest waits</source>
        <translation>der Rest wartet</translation>
    </message>
    <message>
        <source>Fewer sequences at once</source>
        <translation>Weniger Sequenzen zugleich</translation>
    </message>
    <message>
        <source>it is 1 already</source>
        <translation>es ist schon 1</translation>
    </message>
    <message>
        <source>Context of %1 tokens</source>
        <translation>Kontext von %1 Tokens</translation>
    </message>
    <message>
        <source>context of %1 tokens</source>
        <translation>Kontext von %1 Tokens</translation>
    </message>
    <message>
        <source>longer prompts are cut</source>
        <translation>längere Prompts werden gekürzt</translation>
    </message>
    <message>
        <source>Micro batch %1</source>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>micro batch %1</source>
        <translation>Micro-Batch %1</translation>
    </message>
    <message>
        <source>more, smaller passes</source>
        <translation>mehr, kleinere Durchgänge</translation>
    </message>
    <message>
        <source>Smaller micro batch</source>
        <translation>Kleinerer Micro-Batch</translation>
    </message>
    <message>
        <source>longer texts are cut</source>
        <translation>längere Texte werden gekürzt</translation>
    </message>
    <message>
        <source>Quantised KV cache</source>
        <translation>Quantisierter KV-Cache</translation>
    </message>
    <message>
        <source>quantised KV cache</source>
        <translation>quantisierter KV-Cache</translation>
    </message>
    <message>
        <source>slightly worse answers, slower steps</source>
        <translation>etwas schlechtere Antworten, langsamere Schritte</translation>
    </message>
    <message>
        <source>KV cache on the host</source>
        <translation>KV-Cache auf dem Host</translation>
    </message>
    <message>
        <source>each layer&apos;s keys and values cross PCIe for each token</source>
        <translation>Keys und Values jeder Schicht gehen für jedes Token über PCIe</translation>
    </message>
    <message>
        <source>Growing KV cache</source>
        <translation>Wachsender KV-Cache</translation>
    </message>
    <message>
        <source>growing KV cache</source>
        <translation>wachsender KV-Cache</translation>
    </message>
    <message>
        <source>a step cannot be compiled whole: slower</source>
        <translation>ein Schritt lässt sich nicht ganz kompilieren: langsamer</translation>
    </message>
    <message>
        <source>8-bit weights</source>
        <translation>8-Bit-Gewichte</translation>
    </message>
    <message>
        <source>slower: outliers are computed apart</source>
        <translation>langsamer: Ausreißer werden getrennt gerechnet</translation>
    </message>
    <message>
        <source>layers are unpacked for each use; slightly worse answers</source>
        <translation>Schichten werden für jede Nutzung entpackt; etwas schlechtere Antworten</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>Gradient Checkpointing</translation>
    </message>
    <message>
        <source>nothing is trained</source>
        <translation>nichts wird trainiert</translation>
    </message>
    <message>
        <source>Inference mode (no gradients)</source>
        <translation>Inferenzmodus (keine Gradienten)</translation>
    </message>
    <message>
        <source>it runs without gradients already</source>
        <translation>es läuft schon ohne Gradienten</translation>
    </message>
    <message>
        <source>Streaming in chunks of %1 tokens</source>
        <translation>Streaming in Chunks von %1 Tokens</translation>
    </message>
    <message>
        <source>streaming in chunks of %1 tokens</source>
        <translation>Streaming in Chunks von %1 Tokens</translation>
    </message>
    <message>
        <source>it streams already</source>
        <translation>es streamt schon</translation>
    </message>
    <message>
        <source>the sequence is no longer</source>
        <translation>die Sequenz ist nicht länger</translation>
    </message>
    <message>
        <source>captures go to the host chunk by chunk; keys and values of earlier chunks stay</source>
        <translation>Erfasstes geht Chunk für Chunk auf den Host; Keys und Values früherer Chunks bleiben</translation>
    </message>
    <message>
        <source>Captures to the host at once</source>
        <translation>Erfasstes gleich auf den Host</translation>
    </message>
    <message>
        <source>hooks send them there already</source>
        <translation>Hooks senden es schon dorthin</translation>
    </message>
    <message>
        <source>captures to the host at once</source>
        <translation>Erfasstes gleich auf den Host</translation>
    </message>
    <message>
        <source>each captured tensor crosses PCIe while the model runs</source>
        <translation>jeder erfasste Tensor geht über PCIe, während das Modell läuft</translation>
    </message>
    <message>
        <source>Selective capture</source>
        <translation>Gezieltes Erfassen</translation>
    </message>
    <message>
        <source>Hidden states only</source>
        <translation>Nur Hidden States</translation>
    </message>
    <message>
        <source>hidden states only</source>
        <translation>nur Hidden States</translation>
    </message>
    <message>
        <source>attention weights are not captured</source>
        <translation>Attention-Gewichte werden nicht erfasst</translation>
    </message>
    <message>
        <source>Residual streams alone</source>
        <translation>Nur Residual Streams</translation>
    </message>
    <message>
        <source>residual streams alone</source>
        <translation>nur Residual Streams</translation>
    </message>
    <message>
        <source>what the other hooks see is not captured</source>
        <translation>was die anderen Hooks sehen, wird nicht erfasst</translation>
    </message>
    <message>
        <source>chosen layers only are captured already</source>
        <translation>schon jetzt werden nur gewählte Schichten erfasst</translation>
    </message>
    <message>
        <source>the model has %1 layers</source>
        <translation>das Modell hat %1 Schichten</translation>
    </message>
    <message>
        <source>Selective capture, every fourth layer</source>
        <translation>Gezieltes Erfassen, jede vierte Schicht</translation>
    </message>
    <message>
        <source>selective capture, every fourth layer</source>
        <translation>gezieltes Erfassen, jede vierte Schicht</translation>
    </message>
    <message>
        <source>the other layers&apos; states are not captured</source>
        <translation>die Zustände der anderen Schichten werden nicht erfasst</translation>
    </message>
    <message>
        <source>states cross PCIe when the card is full</source>
        <translation>Zustände gehen über PCIe, wenn die Karte voll ist</translation>
    </message>
    <message>
        <source>slight noise in the update; states cross PCIe when the card is full</source>
        <translation>leichtes Rauschen im Update; Zustände gehen über PCIe, wenn die Karte voll ist</translation>
    </message>
    <message>
        <source>slight noise in the update</source>
        <translation>leichtes Rauschen im Update</translation>
    </message>
    <message>
        <source>16-bit embeddings and head</source>
        <translation>Embeddings und Head in 16 Bit</translation>
    </message>
    <message>
        <source>the loss is computed from 16-bit logits, as without 4-bit weights</source>
        <translation>der Loss wird aus 16-Bit-Logits berechnet, wie ohne 4-Bit-Gewichte</translation>
    </message>
    <message>
        <source>the plan trains, and needs its gradients</source>
        <translation>der Plan trainiert und braucht seine Gradienten</translation>
    </message>
    <message>
        <source>2-bit weights (GGUF)</source>
        <translation>2-Bit-Gewichte (GGUF)</translation>
    </message>
    <message>
        <source>GGUF types run inference only: nothing trains on them</source>
        <translation>GGUF-Typen dienen nur der Inferenz: Nichts trainiert darauf</translation>
    </message>
    <message>
        <source>A pre-quantised model</source>
        <translation>Ein vorab quantisiertes Modell</translation>
    </message>
    <message>
        <source>the weights are held in %1 already; only loading changes</source>
        <translation>die Gewichte liegen schon in %1; nur das Laden ändert sich</translation>
    </message>
    <message>
        <source>fewer weights learn</source>
        <translation>weniger Gewichte lernen</translation>
    </message>
    <message>
        <source>fewer weights learn; layers are unpacked for each use: slower steps</source>
        <translation>weniger Gewichte lernen; Schichten werden für jede Nutzung entpackt: langsamere Schritte</translation>
    </message>
    <message>
        <source>layers are unpacked for each use: slower steps</source>
        <translation>Schichten werden für jede Nutzung entpackt: langsamere Schritte</translation>
    </message>
    <message>
        <source>Checkpoints in every layer</source>
        <translation>Checkpoints in jeder Schicht</translation>
    </message>
    <message>
        <source>checkpoints in every layer</source>
        <translation>Checkpoints in jeder Schicht</translation>
    </message>
    <message>
        <source>more of the forward is run again</source>
        <translation>mehr vom Vorwärtslauf wird erneut gerechnet</translation>
    </message>
    <message>
        <source>gradient checkpointing</source>
        <translation>Gradient Checkpointing</translation>
    </message>
    <message>
        <source>Checkpoints on the host</source>
        <translation>Checkpoints auf dem Host</translation>
    </message>
    <message>
        <source>checkpoints on the host</source>
        <translation>Checkpoints auf dem Host</translation>
    </message>
    <message>
        <source>each layer&apos;s input crosses PCIe twice a step</source>
        <translation>die Eingabe jeder Schicht geht je Schritt zweimal über PCIe</translation>
    </message>
    <message>
        <source>half as many examples a step: steps in backward do not accumulate</source>
        <translation>halb so viele Beispiele je Schritt: Optimizer-Schritte im Rückwärtslauf akkumulieren nicht</translation>
    </message>
    <message>
        <source>Micro batch %1, accumulated %2 times</source>
        <translation>Micro-Batch %1, %2-mal akkumuliert</translation>
    </message>
    <message>
        <source>micro batch %1, accumulated %2 times</source>
        <translation>Micro-Batch %1, %2-mal akkumuliert</translation>
    </message>
    <message>
        <source>as many examples a step in more, smaller passes</source>
        <translation>gleich viele Beispiele je Schritt in mehr, kleineren Durchgängen</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>Gradientenakkumulation</translation>
    </message>
    <message>
        <source>it saves nothing by itself</source>
        <translation>allein spart es nichts</translation>
    </message>
    <message>
        <source>longer examples are cut</source>
        <translation>längere Beispiele werden gekürzt</translation>
    </message>
    <message>
        <source>Packed examples, no padding</source>
        <translation>Gepackte Beispiele, kein Padding</translation>
    </message>
    <message>
        <source>packed examples, no padding</source>
        <translation>gepackte Beispiele, kein Padding</translation>
    </message>
    <message>
        <source>examples are packed into full sequences, each kept to itself</source>
        <translation>Beispiele werden zu vollen Sequenzen gepackt, jedes für sich</translation>
    </message>
    <message>
        <source>Outputs dropped after each step</source>
        <translation>Ausgaben nach jedem Schritt verworfen</translation>
    </message>
    <message>
        <source>outputs dropped after each step</source>
        <translation>Ausgaben nach jedem Schritt verworfen</translation>
    </message>
    <message>
        <source>%1 at the end of the loop; same result</source>
        <translation>%1 am Ende der Schleife; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>%1: frequently asked questions</source>
        <translation>%1: häufige Fragen</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>Loss in Chunks</translation>
    </message>
    <message>
        <source>chunked loss</source>
        <translation>Loss in Chunks</translation>
    </message>
    <message>
        <source>a little time; same result</source>
        <translation>etwas Zeit; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>Fused loss kernel</source>
        <translation>Fusionierter Loss-Kernel</translation>
    </message>
    <message>
        <source>%1 needs %2, which has nothing for %3</source>
        <translation>%1 braucht %2, das nichts für %3 hat</translation>
    </message>
    <message>
        <source>fused loss kernel</source>
        <translation>fusionierter Loss-Kernel</translation>
    </message>
    <message>
        <source>needs %1; same result</source>
        <translation>braucht %1; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>Fused %1</source>
        <translation>%1, fusioniert</translation>
    </message>
    <message>
        <source>fused %1</source>
        <translation>%1, fusioniert</translation>
    </message>
    <message>
        <source>Sharding over %1 cards (%2)</source>
        <translation>Aufteilung auf %1 Karten (%2)</translation>
    </message>
    <message>
        <source>sharding over %1 cards (%2)</source>
        <translation>Aufteilung auf %1 Karten (%2)</translation>
    </message>
    <message>
        <source>the weights of each layer cross between the cards</source>
        <translation>die Gewichte jeder Schicht gehen zwischen den Karten hin und her</translation>
    </message>
    <message>
        <source>Optimizer states on the host</source>
        <translation>Optimizer-Zustände auf dem Host</translation>
    </message>
    <message>
        <source>optimizer states on the host</source>
        <translation>Optimizer-Zustände auf dem Host</translation>
    </message>
    <message>
        <source>gradients and weights cross PCIe once a step</source>
        <translation>Gradienten und Gewichte gehen einmal je Schritt über PCIe</translation>
    </message>
    <message>
        <source>Optimizer step in backward</source>
        <translation>Optimizer-Schritt im Rückwärtslauf</translation>
    </message>
    <message>
        <source>optimizer step in backward</source>
        <translation>Optimizer-Schritt im Rückwärtslauf</translation>
    </message>
    <message>
        <source>the stack&apos;s loop steps after the whole backward</source>
        <translation>der Stack macht den Schritt erst nach dem ganzen Rückwärtslauf</translation>
    </message>
    <message>
        <source>gradients are accumulated over several micro batches</source>
        <translation>Gradienten werden über mehrere Micro-Batches akkumuliert</translation>
    </message>
    <message>
        <source>gradients are clipped to a norm that needs all of them</source>
        <translation>Gradienten werden auf eine Norm begrenzt, die alle braucht</translation>
    </message>
    <message>
        <source>the scaler of FP16 looks at all gradients before a step</source>
        <translation>der Scaler von FP16 prüft vor einem Schritt alle Gradienten</translation>
    </message>
    <message>
        <source>gradients are summed over the cards before a step</source>
        <translation>Gradienten werden vor einem Schritt über die Karten summiert</translation>
    </message>
    <message>
        <source>neither accumulation nor clipping; same result</source>
        <translation>weder Akkumulation noch Clipping; gleiches Ergebnis</translation>
    </message>
    <message>
        <source>%1 rank %2</source>
        <translation>%1 Rang %2</translation>
    </message>
    <message>
        <source>less capacity to learn</source>
        <translation>weniger Kapazität zum Lernen</translation>
    </message>
    <message>
        <source>Adapters on PEFT&apos;s default modules only</source>
        <translation>Adapter nur auf PEFTs Vorgaben</translation>
    </message>
    <message>
        <source>adapters on PEFT&apos;s default modules only</source>
        <translation>Adapter nur auf PEFTs Vorgaben</translation>
    </message>
    <message>
        <source>fewer modules learn</source>
        <translation>weniger Module lernen</translation>
    </message>
    <message>
        <source>%1 adapters</source>
        <translation>%1-Adapter</translation>
    </message>
    <message>
        <source>No modules trained whole</source>
        <translation>Keine ganz trainierten Module</translation>
    </message>
    <message>
        <source>no modules trained whole</source>
        <translation>keine ganz trainierten Module</translation>
    </message>
    <message>
        <source>they stay as they are: new tokens are not learnt</source>
        <translation>sie bleiben, wie sie sind: Neue Tokens werden nicht gelernt</translation>
    </message>
    <message>
        <source>Plain %1, no %2</source>
        <translation>Einfaches %1, kein %2</translation>
    </message>
    <message>
        <source>plain %1, no %2</source>
        <translation>einfaches %1, kein %2</translation>
    </message>
    <message>
        <source>slightly worse at low ranks; faster</source>
        <translation>etwas schlechter bei niedrigem Rang; schneller</translation>
    </message>
    <message>
        <source>No dropout before adapters</source>
        <translation>Kein Dropout vor Adaptern</translation>
    </message>
    <message>
        <source>no dropout before adapters</source>
        <translation>kein Dropout vor Adaptern</translation>
    </message>
    <message>
        <source>small data sets are overfitted sooner</source>
        <translation>kleine Datensätze werden eher überangepasst</translation>
    </message>
    <message>
        <source>%1 is no multiple of %2 cards</source>
        <translation>%1 ist kein Vielfaches von %2 Karten</translation>
    </message>
    <message>
        <source>no micro batch up to %1 is accumulated at most %2 times</source>
        <translation>kein Micro-Batch bis %1 wird höchstens %2-mal akkumuliert</translation>
    </message>
    <message>
        <source>%1 needs %2 to %3 of %4 GiB usable, %5 of it DDP&apos;s buckets</source>
        <translation>%1 braucht %2 bis %3 von %4 GiB nutzbar, davon %5 die Buckets von DDP</translation>
    </message>
    <message>
        <source>%1 needs %2 to %3 of %4 GiB usable</source>
        <translation>%1 braucht %2 bis %3 von %4 GiB nutzbar</translation>
    </message>
    <message>
        <source>all of it at once fits</source>
        <translation>alles auf einmal passt</translation>
    </message>
    <message>
        <source>the next larger part of it does not fit</source>
        <translation>der nächstgrößere Teil passt nicht</translation>
    </message>
    <message>
        <source>all of it at once fits; DDP&apos;s buckets of %1 GiB are counted</source>
        <translation>alles auf einmal passt; DDP-Buckets von %1 GiB sind eingerechnet</translation>
    </message>
    <message>
        <source>the next larger part of it does not fit; DDP&apos;s buckets of %1 GiB are counted</source>
        <translation>der nächstgrößere Teil passt nicht; DDP-Buckets von %1 GiB sind eingerechnet</translation>
    </message>
    <message>
        <source>%1 puts the layers on them in turn; the fullest holds %2 to %3 of %4 GiB usable</source>
        <translation>%1 legt die Schichten der Reihe nach darauf; die vollste hält %2 bis %3 von %4 GiB nutzbar</translation>
    </message>
    <message>
        <source>no card with less memory fits</source>
        <translation>keine Karte mit weniger Speicher passt</translation>
    </message>
    <message>
        <source>no single card is known that holds it</source>
        <translation>keine einzelne Karte ist bekannt, die ihn fasst</translation>
    </message>
    <message>
        <source>%1 with a global batch of %2 (micro_batch %3): %4</source>
        <translation>%1 mit einem globalen Batch von %2 (micro_batch %3): %4</translation>
    </message>
    <message>
        <source>one holds all of it</source>
        <translation>eine fasst alles</translation>
    </message>
    <message>
        <source>one card needs %1 to %2 of %3 GiB usable, and no way of splitting the plan over more of them is known to fit</source>
        <translation>eine Karte braucht %1 bis %2 von %3 GiB nutzbar, und keine Aufteilung des Plans auf mehrere passt, soweit bekannt</translation>
    </message>
    <message>
        <source>the lowest price known, of %1</source>
        <translation>der niedrigste bekannte Preis, vom %1</translation>
    </message>
    <message>
        <source>it fits on no card of an offer whose price is known</source>
        <translation>er passt auf keine Karte eines Angebots mit bekanntem Preis</translation>
    </message>
    <message>
        <source>a plan that does not train</source>
        <translation>ein Plan, der nicht trainiert</translation>
    </message>
    <message>
        <source>typed in</source>
        <translation>eingegeben</translation>
    </message>
    <message>
        <source>not in the sum, as nobody typed it in: %1</source>
        <translation>nicht in der Summe, da von niemandem eingegeben: %1</translation>
    </message>
    <message>
        <source>a sum beyond 2^63 bytes</source>
        <translation>eine Summe über 2^63 Byte</translation>
    </message>
    <message>
        <source>what fits into 64 bits</source>
        <translation>was in 64 Bit passt</translation>
    </message>
    <message>
        <source>a number that divides %1</source>
        <translation>eine Zahl, die %1 teilt</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1 (or %2 typed in)</source>
        <translation>%1 (oder %2 eingegeben)</translation>
    </message>
    <message>
        <source>integer weights have no gradients</source>
        <translation>ganzzahlige Gewichte haben keine Gradienten</translation>
    </message>
    <message>
        <source>a rank of %1</source>
        <translation>ein Rang von %1</translation>
    </message>
    <message>
        <source>usable of the card</source>
        <translation>nutzbar von der Karte</translation>
    </message>
    <message>
        <source>weights once they are loaded</source>
        <translation>Gewichte, wenn sie geladen sind</translation>
    </message>
    <message>
        <source>more than that while they are loaded</source>
        <translation>darüber hinaus beim Laden</translation>
    </message>
    <message>
        <source>tokens of one sequence</source>
        <translation>Tokens einer Sequenz</translation>
    </message>
    <message>
        <source>each token of one sequence</source>
        <translation>jedes Token einer Sequenz</translation>
    </message>
    <message>
        <source>longest sequence that fits</source>
        <translation>längste Sequenz, die passt</translation>
    </message>
    <message>
        <source>the engine lays its memory out itself</source>
        <translation>die Engine ordnet ihren Speicher selbst</translation>
    </message>
    <message>
        <source>in tensors at most</source>
        <translation>höchstens in Tensoren</translation>
    </message>
    <message>
        <source>reserved by PyTorch&apos;s allocator</source>
        <translation>vom Allokator von PyTorch reserviert</translation>
    </message>
    <message>
        <source>of that between tensors</source>
        <translation>davon zwischen Tensoren</translation>
    </message>
    <message>
        <source>least that it finishes with, giving blocks back</source>
        <translation>Mindestmaß bis zum Ende, bei Rückgabe von Blöcken</translation>
    </message>
    <message>
        <source>the plan computes in %1</source>
        <translation>der Plan rechnet in %1</translation>
    </message>
    <message>
        <source>no card is named</source>
        <translation>keine Karte ist genannt</translation>
    </message>
    <message>
        <source>%1 has no compute capability of NVIDIA&apos;s</source>
        <translation>%1 hat keine Compute Capability von NVIDIA</translation>
    </message>
    <message>
        <source>%1 computes in BF16: its compute capability is %2</source>
        <translation>%1 rechnet in BF16: Die Compute Capability ist %2</translation>
    </message>
    <message>
        <source>%1 in its place</source>
        <translation>stattdessen %1</translation>
    </message>
    <message>
        <source>large values overflow where BF16 rounds them</source>
        <translation>große Werte laufen über, wo BF16 sie rundet</translation>
    </message>
    <message>
        <source>twice the bytes of 16 bits, and slower</source>
        <translation>doppelt so viele Bytes wie 16 Bit, und langsamer</translation>
    </message>
    <message>
        <source>taken with %1 %2</source>
        <translation>genommen mit %1 %2</translation>
    </message>
    <message>
        <source>left beside it</source>
        <translation>daneben übrig</translation>
    </message>
    <message>
        <source>%1 started with less of the card</source>
        <translation>%1 mit weniger von der Karte starten</translation>
    </message>
    <message>
        <source>the plan leaves nothing of the card</source>
        <translation>der Plan lässt nichts von der Karte übrig</translation>
    </message>
    <message>
        <source>%1 started with %2</source>
        <translation>%1 mit %2 starten</translation>
    </message>
    <message>
        <source>its cache holds fewer tokens</source>
        <translation>sein Cache fasst weniger Tokens</translation>
    </message>
    <message>
        <source>what it leaves is enough</source>
        <translation>was es übrig lässt, genügt</translation>
    </message>
    <message>
        <source>%1 stopped first</source>
        <translation>%1 vorher beenden</translation>
    </message>
    <message>
        <source>it serves nobody meanwhile</source>
        <translation>es bedient so lange niemanden</translation>
    </message>
    <message>
        <source>Out of memory while training</source>
        <translation>Kein Speicher mehr beim Training</translation>
    </message>
    <message>
        <source>Out of memory while generating</source>
        <translation>Kein Speicher mehr beim Generieren</translation>
    </message>
    <message>
        <source>Out of memory while extracting</source>
        <translation>Kein Speicher mehr beim Auslesen</translation>
    </message>
    <message>
        <source>Out of memory while loading</source>
        <translation>Kein Speicher mehr beim Laden</translation>
    </message>
    <message>
        <source>Out of memory on long sequences</source>
        <translation>Kein Speicher mehr bei langen Sequenzen</translation>
    </message>
    <message>
        <source>Out of memory by fragmentation: much is reserved and little allocated</source>
        <translation>Kein Speicher mehr durch Fragmentierung: viel reserviert, wenig belegt</translation>
    </message>
    <message>
        <source>A card that does not compute in BF16</source>
        <translation>Eine Karte, die nicht in BF16 rechnet</translation>
    </message>
    <message>
        <source>A vLLM on the same card took its share</source>
        <translation>Ein vLLM auf derselben Karte nahm seinen Anteil</translation>
    </message>
    <message>
        <source>one run over %1: ranks sit on cards in the order in which they are named, and this card decides</source>
        <translation>ein Lauf über %1: Ranks sitzen auf den Karten in der genannten Reihenfolge, und diese Karte entscheidet</translation>
    </message>
    <message>
        <source>in the order %1 it fits</source>
        <translation>in der Reihenfolge %1 passt er</translation>
    </message>
    <message>
        <source>in the order %1 it fits better</source>
        <translation>in der Reihenfolge %1 passt er besser</translation>
    </message>
    <message>
        <source>%1 %2 (%3 of %4 GiB usable; %5)</source>
        <translation>%1 %2 (%3 von %4 GiB nutzbar; %5)</translation>
    </message>
    <message>
        <source>likely up to %1 %2, sure at none: %3</source>
        <translation>wahrscheinlich bis %1 %2, sicher bei keinem: %3</translation>
    </message>
    <message>
        <source>tight up to %1 %2, sure at none: %3</source>
        <translation>knapp bis %1 %2, sicher bei keinem: %3</translation>
    </message>
    <message>
        <source>does not count for this plan</source>
        <translation>zählt bei diesem Plan nicht</translation>
    </message>
    <message>
        <source>longer than the %1 positions that the model was made for</source>
        <translation>länger als die %1 Positionen, für die das Modell gemacht ist</translation>
    </message>
    <message>
        <source>what is moved to the host takes the card&apos;s own memory</source>
        <translation>was auf den Host verlagert ist, braucht den Speicher der Karte</translation>
    </message>
    <message>
        <source>%1 needs at least %2 of %4 GiB usable</source>
        <translation>%1 braucht mindestens %2 von %4 GiB nutzbar</translation>
    </message>
    <message>
        <source>%1 needs up to %3 GiB or more, of %4 GiB usable</source>
        <translation>%1 braucht bis zu %3 GiB oder mehr, von %4 GiB nutzbar</translation>
    </message>
    <message>
        <source>the largest value that is searched</source>
        <translation>der größte gesuchte Wert</translation>
    </message>
    <message>
        <source>one more does not fit</source>
        <translation>eins mehr passt nicht</translation>
    </message>
    <message>
        <source>%1; of the cards of this run the tightest</source>
        <translation>%1; die knappste unter den Karten dieses Laufs</translation>
    </message>
    <message>
        <source>tight up to %1</source>
        <translation>knapp bis %1</translation>
    </message>
    <message>
        <source>%1 cards; each rank sends %2 GiB a step</source>
        <translation>%1 Karten; jeder Rank sendet %2 GiB je Schritt</translation>
    </message>
    <message>
        <source>one card, nothing is sent</source>
        <translation>eine Karte, nichts wird gesendet</translation>
    </message>
    <message>
        <source>, and waits %1 % of it for other stages</source>
        <translation>, wartet %1 % davon auf andere Stufen</translation>
    </message>
    <message>
        <source>; the host holds %1 GiB, which cross PCIe every step</source>
        <translation>; %1 GiB im Host, über PCIe</translation>
    </message>
    <message>
        <source>a host with %1 GiB of memory</source>
        <translation>ein Host mit %1 GiB Speicher</translation>
    </message>
    <message>
        <source>the host has %1 GiB</source>
        <translation>der Host hat %1 GiB</translation>
    </message>
    <message>
        <source>a multiple of %1 data-parallel ranks</source>
        <translation>ein Vielfaches von %1 datenparallelen Ranks</translation>
    </message>
    <message>
        <source>at most %1 values; a larger %2 gives fewer</source>
        <translation>höchstens %1 Werte; ein größeres %2 ergibt weniger</translation>
    </message>
    <message>
        <source>%1 with %2 and a %3 that leads from one to the other</source>
        <translation>%1 mit %2 und einem %3, das vom einen zum anderen führt</translation>
    </message>
    <message>
        <source>passes 2^53</source>
        <translation>überschreitet 2^53</translation>
    </message>
    <message>
        <source>values with commas between, such as %1</source>
        <translation>Werte mit Kommas dazwischen, etwa %1</translation>
    </message>
    <message>
        <source>is no number</source>
        <translation>ist keine Zahl</translation>
    </message>
    <message>
        <source>a field of the plan with one value</source>
        <translation>ein Feld des Plans mit einem Wert</translation>
    </message>
    <message>
        <source>a field of the plan with one value, such as %1</source>
        <translation>ein Feld des Plans mit einem Wert, etwa %1</translation>
    </message>
    <message>
        <source>%1 twice</source>
        <translation>%1 zweimal</translation>
    </message>
    <message>
        <source>every field once</source>
        <translation>jedes Feld einmal</translation>
    </message>
    <message>
        <source>%1 × %2 points</source>
        <translation>%1 × %2 Punkte</translation>
    </message>
    <message>
        <source>it fits on no card of an offer whose price and speed are known</source>
        <translation>er passt auf keine Karte eines Angebots mit bekanntem Preis und Tempo</translation>
    </message>
    <message>
        <source>at its price of %1 no token costs less</source>
        <translation>zum Preis vom %1 kostet kein Token weniger</translation>
    </message>
    <message>
        <source>%1 starts, but %2 of the sequences wait: %3 is %4.</source>
        <translation>%1 startet, aber %2 der Sequenzen warten: %3 ist %4.</translation>
    </message>
    <message>
        <source>%1 starts, but its cache holds %2 of %3 sequences of %4 tokens at once.</source>
        <translation>%1 startet, aber der Cache fasst %2 von %3 Sequenzen mit %4 Tokens zugleich.</translation>
    </message>
    <message>
        <source>%1: what is moved there still takes it</source>
        <translation>%1: Was dorthin verlagert ist, belegt ihn weiterhin</translation>
    </message>
    <message>
        <source>%1 takes %2 GiB of what shall be kept free; a smaller %3 leaves it</source>
        <translation>%1 nimmt %2 GiB von dem, was frei bleiben soll; ein kleineres %3 lässt es frei</translation>
    </message>
    <message>
        <source>rank %1 of %2 sits here: %3</source>
        <translation>Rank %1 von %2 sitzt hier: %3</translation>
    </message>
    <message>
        <source>ranks %1 to %2 of %3 sit here, the fullest of them: %4</source>
        <translation>Ranks %1 bis %2 von %3 sitzen hier, der vollste davon: %4</translation>
    </message>
    <message>
        <source>each of the %1 ranks holds as much</source>
        <translation>jeder der %1 Ranks hält gleich viel</translation>
    </message>
    <message>
        <source>the fullest of %1 ranks: %2</source>
        <translation>der vollste von %1 Ranks: %2</translation>
    </message>
    <message>
        <source>%1 cards are named, the plan has %2 ranks</source>
        <translation>%1 Karten sind genannt, der Plan hat %2 Ranks</translation>
    </message>
    <message>
        <source>one of the %1 cards that hold the model together</source>
        <translation>eine der %1 Karten, die das Modell gemeinsam halten</translation>
    </message>
    <message>
        <source>one of the %1 cards is used: nothing in this plan is spread over them</source>
        <translation>eine der %1 Karten wird genutzt: Nichts in diesem Plan ist auf sie verteilt</translation>
    </message>
    <message>
        <source>its host needs %1 GiB of memory while loading, %2 while training</source>
        <translation>der Host braucht %1 GiB Speicher beim Laden, %2 beim Training</translation>
    </message>
    <message>
        <source>the context assumes %1 multiprocessors, as the most similar card has</source>
        <translation>der Kontext nimmt %1 Multiprozessoren an, wie bei der ähnlichsten Karte</translation>
    </message>
    <message>
        <source>Card and host have one memory: the engine starts only where %1 are free, and %2 to %3 were at a start.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: Die Engine startet nur, wo %1 frei sind, und %2 bis %3 waren es bei einem Start.</translation>
    </message>
    <message>
        <source>Card and host have one memory: %1 on the card and %2 on the host are more than the %3 that were free at most.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: %1 auf der Karte und %2 auf dem Host sind mehr als die %3, die höchstens frei waren.</translation>
    </message>
    <message>
        <source>Card and host have one memory: the engine claims %1, up to %2 of the weights&apos; file and %3 of its processes stand beside that, and %4 are free at a start.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: Die Engine beansprucht %1, bis zu %2 der Gewichtsdatei und %3 ihrer Prozesse liegen daneben, und %4 sind bei einem Start frei.</translation>
    </message>
    <message>
        <source>Card and host have one memory: up to %1 on the card and %2 on the host, and %3 are free at a start.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: bis zu %1 auf der Karte und %2 auf dem Host, und %3 sind bei einem Start frei.</translation>
    </message>
    <message>
        <source>Card and host have one memory: it takes up to %1, and %2 are free at a start.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: Nötig sind bis zu %1, und %2 sind bei einem Start frei.</translation>
    </message>
    <message>
        <source>Tight on %1: %2 %4 on the card, which shares the host&apos;s memory.</source>
        <translation>Knapp auf %1: %2 %4 auf der Karte, die den Speicher des Hosts teilt.</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 %4 on the card, which shares the host&apos;s memory.</source>
        <translation>Passt wohl nicht auf %1: %2 %4 auf der Karte, die den Speicher des Hosts teilt.</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 %4 usable.</source>
        <translation>Startet auf %1, teils auf dem Host: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Probably tight on %1: %2 of %3 %4 usable.</source>
        <translation>Wahrscheinlich knapp auf %1: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Tight on %1: %2 of %3 %4 usable.</source>
        <translation>Knapp auf %1: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 of %3 %4 usable.</source>
        <translation>Passt wohl nicht auf %1: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>Passt</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>Knapp</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>Passt wohl nicht</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>Passt nicht</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Nicht bekannt</translation>
    </message>
    <message>
        <source>Starts, %1 of %2 requests at once</source>
        <translation>Startet, %1 von %2 Anfragen zugleich</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>Passt wahrscheinlich</translation>
    </message>
    <message>
        <source>Probably does not fit</source>
        <translation>Passt wahrscheinlich nicht</translation>
    </message>
    <message>
        <source>Probably tight</source>
        <translation>Wahrscheinlich knapp</translation>
    </message>
    <message>
        <source>Starts, partly on the host</source>
        <translation>Startet, teils auf dem Host</translation>
    </message>
    <message>
        <source>Does not start</source>
        <translation>Startet nicht</translation>
    </message>
    <message>
        <source>Fits on %1</source>
        <translation>Passt auf %1</translation>
    </message>
    <message>
        <source>Probably fits on %1</source>
        <translation>Passt wahrscheinlich auf %1</translation>
    </message>
    <message>
        <source>Tight on %1</source>
        <translation>Knapp auf %1</translation>
    </message>
    <message>
        <source>Probably tight on %1</source>
        <translation>Wahrscheinlich knapp auf %1</translation>
    </message>
    <message>
        <source>Starts on %1</source>
        <translation>Startet auf %1</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host</source>
        <translation>Startet auf %1, teils auf dem Host</translation>
    </message>
    <message>
        <source>Unlikely on %1</source>
        <translation>Passt wohl nicht auf %1</translation>
    </message>
    <message>
        <source>Does not fit on %1</source>
        <translation>Passt nicht auf %1</translation>
    </message>
    <message>
        <source>Probably does not fit on %1</source>
        <translation>Passt wahrscheinlich nicht auf %1</translation>
    </message>
    <message>
        <source>Does not start on %1</source>
        <translation>Startet nicht auf %1</translation>
    </message>
    <message>
        <source>Not known on %1</source>
        <translation>Nicht bekannt auf %1</translation>
    </message>
    <message>
        <source>Starts on %1: %2 of %3 requests at once.</source>
        <translation>Startet auf %1: %2 von %3 Anfragen zugleich.</translation>
    </message>
    <message>
        <source>Probably fits on %1: %2 of %3 %4 usable, %5 to spare.</source>
        <translation>Passt wahrscheinlich auf %1: %2 von %3 %4 nutzbar, %5 frei.</translation>
    </message>
    <message>
        <source>Fits on %1: %2 of %3 %4 usable, %5 to spare.</source>
        <translation>Passt auf %1: %2 von %3 %4 nutzbar, %5 frei.</translation>
    </message>
    <message>
        <source>Does not start on %1 so; the load needs %2 of %3 %4 usable.</source>
        <translation>Startet so nicht auf %1; die Last braucht %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 %4 on the card beside what the host holds.</source>
        <translation>Passt nicht auf %1: %2 %4 auf der Karte neben dem, was der Host hält.</translation>
    </message>
    <message>
        <source>Probably does not fit on %1: %2 of %3 %4 usable.</source>
        <translation>Passt wahrscheinlich nicht auf %1: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 of %3 %4 usable.</source>
        <translation>Passt nicht auf %1: %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 %4 usable.</source>
        <translation>Nicht bekannt auf %1: mindestens %2 von %3 %4 nutzbar.</translation>
    </message>
    <message>
        <source>%1 takes %2 of the card and keeps what the load leaves as cache: %3 requests of %4 tokens at once.</source>
        <translation>%1 nimmt %2 der Karte und behält, was die Last übrig lässt, als Cache: %3 Anfragen mit %4 Tokens zugleich.</translation>
    </message>
    <message>
        <source>The peak is at %1.</source>
        <translation>Die Spitze liegt bei %1.</translation>
    </message>
    <message>
        <source>The interval (%1–%2) crosses the line.</source>
        <translation>Das Intervall (%1–%2) schneidet die Grenze.</translation>
    </message>
    <message>
        <source>Runs from %1 on, but only by giving cached blocks back each step: slower, and a longer batch ends it.</source>
        <translation>Läuft ab %1, aber nur mit Rückgabe gecachter Blöcke in jedem Schritt: langsamer, und ein längerer Batch beendet es.</translation>
    </message>
    <message>
        <source>Needs %1 more at %2.</source>
        <translation>Es fehlen %1 (%2).</translation>
    </message>
    <message>
        <source>What is known of it needs %1 more already (%2).</source>
        <translation>Schon für das Bekannte fehlen %1 (%2).</translation>
    </message>
    <message>
        <source>The interval has room, but the model is not known: its layers are those of one like it, as the assumptions say.</source>
        <translation>Das Intervall hat Platz, aber das Modell ist nicht bekannt: Seine Schichten sind die eines ähnlichen, wie die Annahmen sagen.</translation>
    </message>
    <message>
        <source>%1; at least %2 are needed.</source>
        <translation>%1; mindestens %2 nötig.</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>ein JSON-Objekt</translation>
    </message>
    <message>
        <source>at most %1 levels</source>
        <translation>höchstens %1 Ebenen</translation>
    </message>
    <message>
        <source>is nested too deeply at line %1, column %2</source>
        <translation>ist in Zeile %1, Spalte %2 zu tief geschachtelt</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 Werte</translation>
    </message>
    <message>
        <source>is not valid JSON at line %1, column %2 (%3)</source>
        <translation>ist in Zeile %1, Spalte %2 kein gültiges JSON (%3)</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>numbers up to %1</source>
        <translation>Zahlen bis %1</translation>
    </message>
    <message>
        <source>cannot be read (%1)</source>
        <translation>ist nicht lesbar (%1)</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>keine solche Datei</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>keine reguläre Datei</translation>
    </message>
    <message>
        <source>a file of at most %1 bytes</source>
        <translation>eine Datei von höchstens %1 Byte</translation>
    </message>
    <message>
        <source>cannot be opened for reading</source>
        <translation>lässt sich nicht zum Lesen öffnen</translation>
    </message>
    <message>
        <source>could not be read to its end</source>
        <translation>ließ sich nicht bis zum Ende lesen</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>gelesen: %1</translation>
    </message>
    <message>
        <source>accepted: %1</source>
        <translation>akzeptiert: %1</translation>
    </message>
    <message>
        <source>a file&apos;s name</source>
        <translation>der Name einer Datei</translation>
    </message>
    <message>
        <source>is a folder</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>a folder that exists and may be written to</source>
        <translation>ein vorhandener, beschreibbarer Ordner</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>could not be written whole; what stood there is unchanged</source>
        <translation>ließ sich nicht ganz schreiben; das Bisherige ist unverändert</translation>
    </message>
    <message>
        <source>could not be put in place: %1</source>
        <translation>ließ sich nicht ablegen: %1</translation>
    </message>
    <message>
        <source>the driver does not say</source>
        <translation>der Treiber sagt es nicht</translation>
    </message>
    <message>
        <source>the driver counts it as used</source>
        <translation>der Treiber zählt es als benutzt</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>this kernel&apos;s driver has no %1</source>
        <translation>der Treiber dieses Kernels hat kein %1</translation>
    </message>
    <message>
        <source>not visible</source>
        <translation>nicht sichtbar</translation>
    </message>
    <message>
        <source>asleep: reading would wake the card</source>
        <translation>schläft: Lesen würde die Karte wecken</translation>
    </message>
    <message>
        <source>%1: no card of %2</source>
        <translation>%1: keine Karte von %2</translation>
    </message>
    <message>
        <source>%1: %2, driver %3</source>
        <translation>%1: %2, Treiber %3</translation>
    </message>
    <message>
        <source>shared memory, counted more than once</source>
        <translation>gemeinsamer Speicher, mehrfach gezählt</translation>
    </message>
    <message>
        <source>%1 processes of other users cannot be seen</source>
        <translation>%1 Prozesse anderer Nutzer sind nicht sichtbar</translation>
    </message>
    <message>
        <source>%1 processes are outside this container</source>
        <translation>%1 Prozesse liegen außerhalb dieses Containers</translation>
    </message>
    <message>
        <source>there was no time to look at all of them</source>
        <translation>die Zeit reichte nicht, um alle anzusehen</translation>
    </message>
    <message>
        <source>the kernel tells it with CAP_PERFMON only</source>
        <translation>der Kernel gibt es nur mit CAP_PERFMON an</translation>
    </message>
    <message>
        <source>memory is shared with the CPU</source>
        <translation>Speicher wird mit der CPU geteilt</translation>
    </message>
    <message>
        <source>no permission to open %1 (group render)</source>
        <translation>keine Berechtigung, %1 zu öffnen (Gruppe render)</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>name: %1</source>
        <translation>Name: %1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>Speicher: %1</translation>
    </message>
    <message>
        <source>reserved: %1</source>
        <translation>reserviert: %1</translation>
    </message>
    <message>
        <source>busy: %1</source>
        <translation>Auslastung: %1</translation>
    </message>
    <message>
        <source>temperature: %1</source>
        <translation>Temperatur: %1</translation>
    </message>
    <message>
        <source>power: %1</source>
        <translation>Leistung: %1</translation>
    </message>
    <message>
        <source>processes: %1</source>
        <translation>Prozesse: %1</translation>
    </message>
    <message>
        <source>cannot be opened (error %1)</source>
        <translation>lässt sich nicht öffnen (Fehler %1)</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>%1 driver library %2: %3</source>
        <translation>%1-Treiberbibliothek %2: %3</translation>
    </message>
    <message>
        <source>%1 driver library %2: has no %3 or %4</source>
        <translation>%1-Treiberbibliothek %2: hat kein %3 oder %4</translation>
    </message>
    <message>
        <source>not supported by this card</source>
        <translation>von dieser Karte nicht unterstützt</translation>
    </message>
    <message>
        <source>not in this driver</source>
        <translation>nicht in diesem Treiber</translation>
    </message>
    <message>
        <source>no permission (container or cgroup)</source>
        <translation>keine Berechtigung (Container oder cgroup)</translation>
    </message>
    <message>
        <source>blocked by the operating system</source>
        <translation>vom Betriebssystem blockiert</translation>
    </message>
    <message>
        <source>the kernel module is not loaded</source>
        <translation>das Kernel-Modul ist nicht geladen</translation>
    </message>
    <message>
        <source>driver and library differ: restart, or load the kernel module again</source>
        <translation>Treiber und Bibliothek weichen ab: neu starten oder das Kernel-Modul neu laden</translation>
    </message>
    <message>
        <source>the GPU is lost: it fell off the bus or was reset</source>
        <translation>die GPU ist verloren: vom Bus gefallen oder zurückgesetzt</translation>
    </message>
    <message>
        <source>the GPU needs a reset</source>
        <translation>die GPU muss zurückgesetzt werden</translation>
    </message>
    <message>
        <source>it changes while it is read</source>
        <translation>es ändert sich während des Lesens</translation>
    </message>
    <message>
        <source>this driver answers in a form that is not known</source>
        <translation>dieser Treiber antwortet in unbekannter Form</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>%1 cards: %2</source>
        <translation>%1-Karten: %2</translation>
    </message>
    <message>
        <source>%1 driver (%2): %3</source>
        <translation>%1-Treiber (%2): %3</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4</source>
        <translation>%1-Treiber %2 (%3): %4</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4 card</source>
        <translation>%1-Treiber %2 (%3): %4 Karte</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4 cards</source>
        <translation>%1-Treiber %2 (%3): %4 Karten</translation>
    </message>
    <message>
        <source>an older driver counts it as used</source>
        <translation>ein älterer Treiber zählt es als benutzt</translation>
    </message>
    <message>
        <source>pids are those of the host</source>
        <translation>PIDs sind die des Hosts</translation>
    </message>
    <message>
        <source>some are not listed: %1</source>
        <translation>einige sind nicht aufgeführt: %1</translation>
    </message>
    <message>
        <source>under %1 the driver tells nothing of single processes</source>
        <translation>unter %1 sagt der Treiber nichts zu einzelnen Prozessen</translation>
    </message>
    <message>
        <source>%1 holds %2, %3 above it.</source>
        <translation>%1 hält %2, %3 darüber.</translation>
    </message>
    <message>
        <source>%1 holds %2, as planned.</source>
        <translation>%1 hält %2, wie geplant.</translation>
    </message>
    <message>
        <source>%1 holds %2, as much as up to %3.</source>
        <translation>%1 hält %2, so viel wie bis %3.</translation>
    </message>
    <message>
        <source>%1 holds %2, less than the plan&apos;s weights.</source>
        <translation>%1 hält %2, weniger als die Gewichte des Plans.</translation>
    </message>
    <message>
        <source>The plan takes %1 (%2 to %3) at %4.</source>
        <translation>Der Plan braucht %1 (%2 bis %3) bei %4.</translation>
    </message>
    <message>
        <source>All that runs on the card</source>
        <translation>Alles auf der Karte Laufende</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>a text or %1</source>
        <translation>ein Text oder %1</translation>
    </message>
    <message>
        <source>a whole number from %1 on, or %2</source>
        <translation>eine ganze Zahl ab %1 oder %2</translation>
    </message>
    <message>
        <source>a whole number from %1 on</source>
        <translation>eine ganze Zahl ab %1</translation>
    </message>
    <message>
        <source>a list or %1</source>
        <translation>eine Liste oder %1</translation>
    </message>
    <message>
        <source>an object per process</source>
        <translation>ein Objekt je Prozess</translation>
    </message>
    <message>
        <source>an object per %1</source>
        <translation>ein Objekt je %1</translation>
    </message>
    <message>
        <source>an object of schema %1</source>
        <translation>ein Objekt nach Schema %1</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>one snapshot of schema %1 a line</source>
        <translation>ein Snapshot nach Schema %1 je Zeile</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>höchstens %1 Byte</translation>
    </message>
    <message>
        <source>GPU %1: %2 can be allocated now, %3 would be left.</source>
        <translation>GPU %1: %2 lassen sich jetzt belegen, %3 blieben übrig.</translation>
    </message>
    <message>
        <source>GPU %1: %2 can be allocated now by a process that runs already; a new one takes up to %3 more for itself, and %4 is free.</source>
        <translation>GPU %1: %2 lassen sich jetzt von einem laufenden Prozess belegen; ein neuer nimmt bis zu %3 mehr für sich, und %4 sind frei.</translation>
    </message>
    <message>
        <source>GPU %1: %2 cannot be allocated now, %3 is missing: %4 is free.</source>
        <translation>GPU %1: %2 lassen sich jetzt nicht belegen, %3 fehlen: %4 sind frei.</translation>
    </message>
    <message>
        <source>GPU %1: not known whether %2 can be allocated: %3.</source>
        <translation>GPU %1: Ob sich %2 belegen lassen, ist nicht bekannt: %3.</translation>
    </message>
    <message>
        <source>%1 % of the card is in use.</source>
        <translation>%1 % der Karte sind in Gebrauch.</translation>
    </message>
    <message>
        <source>No GPU to read.</source>
        <translation>Keine GPU zum Lesen.</translation>
    </message>
    <message>
        <source>No GPU has this process.</source>
        <translation>Keine GPU hat diesen Prozess.</translation>
    </message>
    <message>
        <source>Memory in %1.</source>
        <translation>Speicher in %1.</translation>
    </message>
    <message>
        <source>a model whose processor of pictures is known</source>
        <translation>ein Modell, dessen Bildprozessor bekannt ist</translation>
    </message>
    <message>
        <source>a preset (%1 lists them), such as %2</source>
        <translation>eine Vorlage (%1 listet sie auf), etwa %2</translation>
    </message>
    <message>
        <source>no tensors</source>
        <translation>keine Tensoren</translation>
    </message>
    <message>
        <source>a checkpoint that holds a model&apos;s tensors</source>
        <translation>ein Checkpoint mit den Tensoren eines Modells</translation>
    </message>
    <message>
        <source>a git-LFS pointer: %1 are not here, %2 brings them</source>
        <translation>ein git-LFS-Zeiger: %1 sind nicht hier, %2 holt sie</translation>
    </message>
    <message>
        <source>a model&apos;s %1, a folder that holds one, a %2 or %3 file</source>
        <translation>%1 eines Modells, ein Ordner damit, eine %2- oder %3-Datei</translation>
    </message>
    <message>
        <source>a folder that holds a %1</source>
        <translation>ein Ordner mit einer %1</translation>
    </message>
    <message>
        <source>the base model, with the adapter beside it: %1</source>
        <translation>das Basismodell mit dem Adapter daneben: %1</translation>
    </message>
    <message>
        <source>this is an adapter that names no base model: name it</source>
        <translation>dies ist ein Adapter, der kein Basismodell nennt: es nennen</translation>
    </message>
    <message>
        <source>this is an adapter of %1: name the base model, which is neither in the local Hugging Face cache nor a preset</source>
        <translation>dies ist ein Adapter von %1: das Basismodell nennen, das weder im lokalen Hugging-Face-Cache noch eine Vorlage ist</translation>
    </message>
    <message>
        <source>%1 is a %2: its base model %3 was read</source>
        <translation>%1 ist ein %2: Das Basismodell %3 wurde gelesen</translation>
    </message>
    <message>
        <source>a file or folder that is here, or %1</source>
        <translation>eine Datei oder ein Ordner, hier vorhanden, oder %1</translation>
    </message>
    <message>
        <source>it is not here; by its name it has the shape of the preset %1 (%2)</source>
        <translation>es ist nicht hier; dem Namen nach hat es die Form der Vorlage %1 (%2)</translation>
    </message>
    <message>
        <source>%1 is not in the local Hugging Face cache: it has the shape of the preset %2 (%3), which was taken</source>
        <translation>%1 ist nicht im lokalen Hugging-Face-Cache: Es hat die Form der Vorlage %2 (%3), die genommen wurde</translation>
    </message>
    <message>
        <source>%1 of its weights was read from the name, as this owner publishes it: %2</source>
        <translation>%1 der Gewichte wurde aus dem Namen gelesen, wie dieser Anbieter veröffentlicht: %2</translation>
    </message>
    <message>
        <source>%1 is not in the local Hugging Face cache: %2, which is, was taken for its shape</source>
        <translation>%1 ist nicht im lokalen Hugging-Face-Cache: %2, das dort ist, wurde für die Form genommen</translation>
    </message>
    <message>
        <source>a model of the local Hugging Face cache (%1), or %2</source>
        <translation>ein Modell des lokalen Hugging-Face-Cache (%1) oder %2</translation>
    </message>
    <message>
        <source>a preset, a path to a %1, a configuration object or a Hub id</source>
        <translation>eine Vorlage, ein Pfad zu einer %1, ein Konfigurationsobjekt oder eine Hub-ID</translation>
    </message>
    <message>
        <source>such a guess may be off by half or to twice: %1 or the header of a %2 file beside the configuration says how many parameters there are</source>
        <translation>eine solche Schätzung kann um die Hälfte oder das Doppelte danebenliegen: %1 oder der Header einer %2-Datei neben der Konfiguration nennt die Zahl der Parameter</translation>
    </message>
    <message>
        <source>a model with a %1</source>
        <translation>ein Modell mit %1</translation>
    </message>
    <message>
        <source>the step of model type %1 is not described</source>
        <translation>der Schritt von Modelltyp %1 ist nicht beschrieben</translation>
    </message>
    <message>
        <source>%1 is absent; %2 was told by %3</source>
        <translation>%1 fehlt; %2 wurde an %3 erkannt</translation>
    </message>
    <message>
        <source>%1 is absent; %2 was read from %3</source>
        <translation>%1 fehlt; %2 wurde aus %3 gelesen</translation>
    </message>
    <message>
        <source>a JSON %1</source>
        <translation>ein JSON-%1</translation>
    </message>
    <message>
        <source>the weights are a git-LFS pointer: %1 are not here, %2 brings them; %3 was read</source>
        <translation>die Gewichte sind ein git-LFS-Zeiger: %1 sind nicht hier, %2 holt sie; %3 wurde gelesen</translation>
    </message>
    <message>
        <source>the weights are %4 git-LFS pointers: %1 are not here, %2 brings them; %3 was read</source>
        <translation>die Gewichte sind %4 git-LFS-Zeiger: %1 sind nicht hier, %2 holt sie; %3 wurde gelesen</translation>
    </message>
    <message>
        <source>%1 of the %2 files that %3 names are not here; %4 was read</source>
        <translation>%1 der %2 Dateien, die %3 nennt, sind nicht hier; %4 wurde gelesen</translation>
    </message>
    <message>
        <source>%1 says that its %2 files hold %3, they hold %4: what they hold is what is loaded</source>
        <translation>%1 sagt, seine %2 Dateien halten %3, sie halten %4: Was sie halten, wird geladen</translation>
    </message>
    <message>
        <source>%1 says %2 of weights, %3 makes %4: the files may be of another model, dtype or quantisation; %3 was taken</source>
        <translation>%1 sagt %2 Gewichte, %3 ergibt %4: Die Dateien können zu anderem Modell, dtype oder anderer Quantisierung gehören; %3 wurde genommen</translation>
    </message>
    <message>
        <source>%1 beside it is a %2 of %3; %4 was read</source>
        <translation>%1 daneben ist ein %2 von %3; %4 wurde gelesen</translation>
    </message>
    <message>
        <source>%1 holds the same weights in the makers&apos; own format; those of %2 were taken</source>
        <translation>%1 hält dieselben Gewichte im Format des Herstellers; die von %2 wurden genommen</translation>
    </message>
    <message>
        <source>%1 says %2 %3, %4 says %5 %6, which was taken</source>
        <translation>%1 sagt %2 %3, %4 sagt %5 %6, was genommen wurde</translation>
    </message>
    <message>
        <source>%1 names a quantisation, %2 none: %3 reads %2 alone, which was taken; set %4 for the other</source>
        <translation>%1 nennt eine Quantisierung, %2 keine: %3 liest nur %2, was genommen wurde; für die andere %4 setzen</translation>
    </message>
    <message>
        <source>%1 was read of several files; not read: %2</source>
        <translation>von mehreren Dateien wurde %1 gelesen; nicht gelesen: %2</translation>
    </message>
    <message>
        <source>%1 has %2 parameters, %3 were counted</source>
        <translation>%1 hat %2 Parameter, %3 wurden gezählt</translation>
    </message>
    <message>
        <source>%1 has %2 parameters: the guessed decoder&apos;s MLPs are as wide as fill them, so that weights are the file&apos;s; activations are a guess</source>
        <translation>%1 hat %2 Parameter: Die MLPs des angenommenen Decoders sind so breit, dass sie diese füllen, die Gewichte also die der Datei; Aktivierungen sind geschätzt</translation>
    </message>
    <message>
        <source>They part in step %1, %2.</source>
        <translation>Abweichung ab Schritt %1, %2.</translation>
    </message>
    <message>
        <source>measured has %1 × %2 B more: %3</source>
        <translation>gemessen sind %1 × %2 B mehr: %3</translation>
    </message>
    <message>
        <source>the plan has %1 × %2 B more: %3</source>
        <translation>der Plan hat %1 × %2 B mehr: %3</translation>
    </message>
    <message>
        <source>it is what is held at one moment, by all processes; %1 says it of a run, and %2 names a card to plan for</source>
        <translation>es ist, was alle Prozesse in einem Moment halten; %1 sagt es von einem Lauf, und %2 nennt eine Karte zum Planen</translation>
    </message>
    <message>
        <source>percents of memory alone</source>
        <translation>nur Prozente des Speichers</translation>
    </message>
    <message>
        <source>more than is read</source>
        <translation>mehr, als gelesen wird</translation>
    </message>
    <message>
        <source>at most %1 MiB when unpacked</source>
        <translation>entpackt höchstens %1 MiB</translation>
    </message>
    <message>
        <source>what is packed is damaged or cut off</source>
        <translation>das Gepackte ist beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>no figure of memory</source>
        <translation>keine Speicherzahl</translation>
    </message>
    <message>
        <source>what was allocated before the Trainer was made is not in these figures</source>
        <translation>was vor dem Anlegen des Trainers belegt wurde, fehlt in diesen Zahlen</translation>
    </message>
    <message>
        <source>a log with memory in it</source>
        <translation>ein Log mit Speicherzahlen</translation>
    </message>
    <message>
        <source>It ran out of memory.</source>
        <translation>Der Speicher ging aus.</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>Hinweis: %1</translation>
    </message>
    <message>
        <source>Not covered: %1</source>
        <translation>Nicht erfasst: %1</translation>
    </message>
    <message>
        <source>bytes, or null</source>
        <translation>Bytes oder null</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>the measurement</source>
        <translation>die Messung</translation>
    </message>
    <message>
        <source>a preset or the configuration itself: a name may say whose model it is</source>
        <translation>eine Vorlage oder die Konfiguration selbst: Ein Name kann verraten, wessen Modell es ist</translation>
    </message>
    <message>
        <source>the card has %1</source>
        <translation>die Karte hat %1</translation>
    </message>
    <message>
        <source>%1 more were asked for and refused</source>
        <translation>%1 mehr wurden angefordert und verweigert</translation>
    </message>
    <message>
        <source>%1 of the card were free then</source>
        <translation>%1 der Karte waren da frei</translation>
    </message>
    <message>
        <source>other processes held %1 of the card</source>
        <translation>andere Prozesse hielten %1 der Karte</translation>
    </message>
    <message>
        <source>the process was allowed %1 of the card</source>
        <translation>der Prozess durfte %1 der Karte nutzen</translation>
    </message>
    <message>
        <source>%1 of it in private pools (CUDA graphs)</source>
        <translation>davon %1 in privaten Pools (CUDA-Graphen)</translation>
    </message>
    <message>
        <source>one request of the whole length takes a cache of %1</source>
        <translation>eine Anfrage voller Länge braucht einen Cache von %1</translation>
    </message>
    <message>
        <source>%1 are there for the cache</source>
        <translation>%1 sind für den Cache da</translation>
    </message>
    <message>
        <source>length that was asked for: %1 tokens</source>
        <translation>angeforderte Länge: %1 Tokens</translation>
    </message>
    <message>
        <source>longest that starts: %1 tokens</source>
        <translation>längste, die startet: %1 Tokens</translation>
    </message>
    <message>
        <source>%1 of the host were asked for</source>
        <translation>%1 vom Host wurden angefordert</translation>
    </message>
    <message>
        <source>%1 of the host were free</source>
        <translation>%1 vom Host waren frei</translation>
    </message>
    <message>
        <source>no such message</source>
        <translation>keine solche Meldung</translation>
    </message>
    <message>
        <source>%1&apos;s message that memory ran out</source>
        <translation>die Meldung von %1, dass der Speicher ausging</translation>
    </message>
    <message>
        <source>with the plan that ran, %1 tells what takes the memory, and what takes it off</source>
        <translation>mit dem ausgeführten Plan sagt %1, was den Speicher braucht und was ihn senkt</translation>
    </message>
    <message>
        <source>%1 at byte %2</source>
        <translation>%1 bei Byte %2</translation>
    </message>
    <message>
        <source>plain data: dicts, lists, tuples, texts and numbers, protocols 2 to 5</source>
        <translation>einfache Daten: Dicts, Listen, Tupel, Texte und Zahlen, Protokolle 2 bis 5</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>das Ende der Datei</translation>
    </message>
    <message>
        <source>more than is read: %1</source>
        <translation>mehr, als gelesen wird: %1</translation>
    </message>
    <message>
        <source>more for what stands in another list or dict already</source>
        <translation>mehr für etwas, das schon in einer anderen Liste oder einem anderen Dict steht</translation>
    </message>
    <message>
        <source>a record that stands twice</source>
        <translation>ein Eintrag, der zweimal steht</translation>
    </message>
    <message>
        <source>a page whose figures are a picture</source>
        <translation>eine Seite, deren Zahlen ein Bild sind</translation>
    </message>
    <message>
        <source>the same timeline as %1</source>
        <translation>derselbe Verlauf als %1</translation>
    </message>
    <message>
        <source>[times, sizes by category]</source>
        <translation>[Zeiten, Größen nach Kategorie]</translation>
    </message>
    <message>
        <source>the trace is no whole JSON</source>
        <translation>der Trace ist kein vollständiges JSON</translation>
    </message>
    <message>
        <source>no memory of a card</source>
        <translation>kein Speicher einer Karte</translation>
    </message>
    <message>
        <source>a trace with %1</source>
        <translation>ein Trace mit %1</translation>
    </message>
    <message>
        <source>a snapshot shows the segments of PyTorch&apos;s plain allocator</source>
        <translation>ein Snapshot zeigt die Segmente des einfachen PyTorch-Allokators</translation>
    </message>
    <message>
        <source>a trace says what was asked for: what blocks hold beside it (up to 1 MiB each) is not in the allocated figures</source>
        <translation>ein Trace nennt, was angefordert wurde: Was Blöcke darüber hinaus halten (je bis 1 MiB), fehlt in den Zahlen für belegt</translation>
    </message>
    <message>
        <source>no trace was recorded: the figures are those at its end</source>
        <translation>kein Trace wurde aufgezeichnet: Die Zahlen gelten für sein Ende</translation>
    </message>
    <message>
        <source>a pickle without lists of %1 and %2</source>
        <translation>ein Pickle ohne Listen von %1 und %2</translation>
    </message>
    <message>
        <source>this method of %1 is not planned</source>
        <translation>diese Methode von %1 wird nicht geplant</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1 adapter</source>
        <translation>%1-Adapter</translation>
    </message>
    <message>
        <source>%1 adapter of rank %2 on %3 modules</source>
        <translation>%1-Adapter vom Rang %2 auf %3 Modulen</translation>
    </message>
    <message>
        <source>%1 adapter of rank %2</source>
        <translation>%1-Adapter vom Rang %2</translation>
    </message>
    <message>
        <source>a GGUF header</source>
        <translation>ein GGUF-Header</translation>
    </message>
    <message>
        <source>%1, too large for 64-bit sizes</source>
        <translation>%1, zu groß für 64-Bit-Größen</translation>
    </message>
    <message>
        <source>more than %1 bytes of tensors</source>
        <translation>mehr als %1 Byte an Tensoren</translation>
    </message>
    <message>
        <source>a value of type %1</source>
        <translation>ein Wert vom Typ %1</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>das Ende des Texts</translation>
    </message>
    <message>
        <source>%1 of %2 dimensions</source>
        <translation>%1 mit %2 Dimensionen</translation>
    </message>
    <message>
        <source>%1 of tensor type %2</source>
        <translation>%1 vom Tensortyp %2</translation>
    </message>
    <message>
        <source>%1, which does not fill blocks of %2</source>
        <translation>%1, was Blöcke von %2 nicht füllt</translation>
    </message>
    <message>
        <source>no GGUF magic</source>
        <translation>keine GGUF-Kennung</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>%1 tensors, %2 keys</source>
        <translation>%1 Tensoren, %2 Schlüssel</translation>
    </message>
    <message>
        <source>a header of more than %1 bytes</source>
        <translation>ein Header von mehr als %1 Byte</translation>
    </message>
    <message>
        <source>a revision that the local Hugging Face cache holds</source>
        <translation>eine Revision, die der lokale Hugging-Face-Cache hat</translation>
    </message>
    <message>
        <source>revision %1 is not in %2</source>
        <translation>Revision %1 ist nicht in %2</translation>
    </message>
    <message>
        <source>a %1 pointer</source>
        <translation>ein %1-Zeiger</translation>
    </message>
    <message>
        <source>an adapter&apos;s configuration (%1)</source>
        <translation>die Konfiguration eines Adapters (%1)</translation>
    </message>
    <message>
        <source>an %1 configuration</source>
        <translation>eine %1-Konfiguration</translation>
    </message>
    <message>
        <source>a %1 configuration</source>
        <translation>eine %1-Konfiguration</translation>
    </message>
    <message>
        <source>a %1 file</source>
        <translation>eine %1-Datei</translation>
    </message>
    <message>
        <source>a model in %1 format</source>
        <translation>ein Modell im %1-Format</translation>
    </message>
    <message>
        <source>a model&apos;s weights in %1 format</source>
        <translation>die Gewichte eines Modells im %1-Format</translation>
    </message>
    <message>
        <source>a model&apos;s weights in PyTorch&apos;s own format</source>
        <translation>die Gewichte eines Modells in PyTorchs eigenem Format</translation>
    </message>
    <message>
        <source>a tokenizer&apos;s file</source>
        <translation>die Datei eines Tokenizers</translation>
    </message>
    <message>
        <source>a model&apos;s settings for generation</source>
        <translation>die Generierungseinstellungen eines Modells</translation>
    </message>
    <message>
        <source>a processor&apos;s configuration</source>
        <translation>die Konfiguration eines Prozessors</translation>
    </message>
    <message>
        <source>the index of a model&apos;s shards</source>
        <translation>der Index der Shards eines Modells</translation>
    </message>
    <message>
        <source>a quantiser&apos;s configuration</source>
        <translation>die Konfiguration eines Quantisierers</translation>
    </message>
    <message>
        <source>a model&apos;s parameters in Meta&apos;s or Mistral&apos;s own format</source>
        <translation>die Parameter eines Modells in Metas oder Mistrals eigenem Format</translation>
    </message>
    <message>
        <source>the state of a training run</source>
        <translation>der Zustand eines Trainingslaufs</translation>
    </message>
    <message>
        <source>a model&apos;s configuration</source>
        <translation>die Konfiguration eines Modells</translation>
    </message>
    <message>
        <source>a plan of %1</source>
        <translation>ein Plan von %1</translation>
    </message>
    <message>
        <source>a session of %1</source>
        <translation>eine Sitzung von %1</translation>
    </message>
    <message>
        <source>an estimate of %1</source>
        <translation>eine Schätzung von %1</translation>
    </message>
    <message>
        <source>a page of text</source>
        <translation>eine Textseite</translation>
    </message>
    <message>
        <source>no JSON from byte %1</source>
        <translation>kein JSON ab Byte %1</translation>
    </message>
    <message>
        <source>a safetensors header</source>
        <translation>ein safetensors-Header</translation>
    </message>
    <message>
        <source>a list of two whole numbers</source>
        <translation>eine Liste von zwei ganzen Zahlen</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>ein Wahrheitswert</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>eine negative Zahl</translation>
    </message>
    <message>
        <source>a fraction</source>
        <translation>ein Bruch</translation>
    </message>
    <message>
        <source>one more dimension</source>
        <translation>eine weitere Dimension</translation>
    </message>
    <message>
        <source>a third offset</source>
        <translation>ein dritter Offset</translation>
    </message>
    <message>
        <source>an object of tensors</source>
        <translation>ein Objekt mit Tensoren</translation>
    </message>
    <message>
        <source>a list of at most %1 whole numbers</source>
        <translation>eine Liste von höchstens %1 ganzen Zahlen</translation>
    </message>
    <message>
        <source>an object with %1, %2 and %3</source>
        <translation>ein Objekt mit %1, %2 und %3</translation>
    </message>
    <message>
        <source>a type such as %1</source>
        <translation>ein Typ wie %1</translation>
    </message>
    <message>
        <source>the start, then the end</source>
        <translation>erst der Anfang, dann das Ende</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 Bit</translation>
    </message>
    <message>
        <source>more than 64-bit sizes hold</source>
        <translation>mehr, als 64-Bit-Größen fassen</translation>
    </message>
    <message>
        <source>what fills %1, %2</source>
        <translation>was %1, %2 füllt</translation>
    </message>
    <message>
        <source>at most an exbibyte of tensors</source>
        <translation>höchstens ein Exbibyte an Tensoren</translation>
    </message>
    <message>
        <source>one more tensor</source>
        <translation>ein weiterer Tensor</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>eine safetensors-Datei</translation>
    </message>
    <message>
        <source>a header of %1 bytes</source>
        <translation>ein Header von %1 Byte</translation>
    </message>
    <message>
        <source>a header within the file, at most %1</source>
        <translation>ein Header innerhalb der Datei, höchstens %1</translation>
    </message>
    <message>
        <source>more than 10,000 files</source>
        <translation>mehr als 10.000 Dateien</translation>
    </message>
    <message>
        <source>a %1</source>
        <translation>ein %1</translation>
    </message>
    <message>
        <source>names of files in the same folder</source>
        <translation>Namen von Dateien im selben Ordner</translation>
    </message>
    <message>
        <source>a broken header</source>
        <translation>ein defekter Header</translation>
    </message>
    <message>
        <source>%1 bytes of tensors</source>
        <translation>%1 Byte an Tensoren</translation>
    </message>
    <message>
        <source>at most the %1 in the file</source>
        <translation>höchstens die %1 in der Datei</translation>
    </message>
    <message>
        <source>a checkpoint</source>
        <translation>ein Checkpoint</translation>
    </message>
    <message>
        <source>only the tensors are known; give the configuration too to plan a step</source>
        <translation>nur die Tensoren sind bekannt; um einen Schritt zu planen, auch die Konfiguration angeben</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>Boolean</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>string</source>
        <translation>String</translation>
    </message>
    <message>
        <source>the step of %1 is not described</source>
        <translation>der Schritt von %1 ist nicht beschrieben</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it</source>
        <translation>eine ganze Zahl, wie in jeder Konfiguration eines trainierten Modells</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it; %1 is missing too</source>
        <translation>eine ganze Zahl, wie in jeder Konfiguration eines trainierten Modells; auch %1 fehlt</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it; %1 are missing too</source>
        <translation>eine ganze Zahl, wie in jeder Konfiguration eines trainierten Modells; auch %1 fehlen</translation>
    </message>
    <message>
        <source>%1: %2 keys are absent, taken from the class&apos;s defaults (%3): %4</source>
        <translation>%1: %2 Schlüssel fehlen, aus den Vorgaben der Klasse (%3) genommen: %4</translation>
    </message>
    <message>
        <source>%1 keys are absent, taken from the class&apos;s defaults (%2): %3</source>
        <translation>%1 Schlüssel fehlen, aus den Vorgaben der Klasse (%2) genommen: %3</translation>
    </message>
    <message>
        <source>%1: absent in the configuration, as the class of %2 assumes</source>
        <translation>%1: fehlt in der Konfiguration, angenommen wie in der Klasse von %2</translation>
    </message>
    <message>
        <source>a whole number of at most %1</source>
        <translation>eine ganze Zahl bis höchstens %1</translation>
    </message>
    <message>
        <source>a list of whole numbers of at most %1</source>
        <translation>eine Liste ganzer Zahlen bis höchstens %1</translation>
    </message>
    <message>
        <source>JSON nested deeper than %1 levels</source>
        <translation>JSON mit mehr als %1 Ebenen</translation>
    </message>
    <message>
        <source>a configuration</source>
        <translation>eine Konfiguration</translation>
    </message>
    <message>
        <source>it ends in the middle of a value</source>
        <translation>es endet mitten in einem Wert</translation>
    </message>
    <message>
        <source>not JSON from byte %1</source>
        <translation>kein JSON ab Byte %1</translation>
    </message>
    <message>
        <source>a whole JSON object</source>
        <translation>ein vollständiges JSON-Objekt</translation>
    </message>
    <message>
        <source>a number that is out of range</source>
        <translation>eine Zahl außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>numbers of at most %1 bits</source>
        <translation>Zahlen von höchstens %1 Bit</translation>
    </message>
    <message>
        <source>an activation of %1 (%2, …)</source>
        <translation>eine Aktivierung von %1 (%2, …)</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) are unpacked to %3 while they are loaded: %4 keeps them as fused parameters, which %5 does not pack. %6 holds them as stored.</source>
        <translation>Die Experten (%1 von %2) werden beim Laden zu %3 entpackt: %4 hält sie als fusionierte Parameter, die %5 nicht packt. %6 hält sie wie gespeichert.</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) are not loaded: %4 keeps them as fused parameters in %3 and knows no way from packed %5 experts to them, so they stay as initialised and the model answers nonsense. %6 load this checkpoint.</source>
        <translation>Die Experten (%1 von %2) werden nicht geladen: %4 hält sie als fusionierte Parameter in %3 und kennt keinen Weg von gepackten %5-Experten dorthin; sie bleiben wie initialisiert, und das Modell antwortet Unsinn. %6 laden diesen Checkpoint.</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 does not pack. vLLM, llama.cpp, Unsloth or transformers 4 hold them packed.</source>
        <translation>Die Experten (%1 von %2) bleiben in %3: %4 hält sie als fusionierte Parameter, die %5 nicht packt. vLLM, llama.cpp, Unsloth oder transformers 4 halten sie gepackt.</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 does not pack. vLLM, llama.cpp or Unsloth hold them packed.</source>
        <translation>Die Experten (%1 von %2) bleiben in %3: %4 hält sie als fusionierte Parameter, die %5 nicht packt. vLLM, llama.cpp oder Unsloth halten sie gepackt.</translation>
    </message>
    <message>
        <source>transformers unpacks this FP8 checkpoint to %1 while it is loaded: it computes in FP8 from compute capability %2 on, this card has %3. %4 keeps FP8 on it.</source>
        <translation>transformers entpackt diesen FP8-Checkpoint beim Laden zu %1: In FP8 rechnet es ab Compute Capability %2, diese Karte hat %3. %4 behält FP8 auf ihr.</translation>
    </message>
    <message>
        <source>transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: it needs compute capability %2, this card has %3.</source>
        <translation>transformers entpackt diesen MXFP4-Checkpoint beim Laden zu %1: Es braucht Compute Capability %2, diese Karte hat %3.</translation>
    </message>
    <message>
        <source>transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: the package %2 is missing, and with it the kernels that keep it packed.</source>
        <translation>transformers entpackt diesen MXFP4-Checkpoint beim Laden zu %1: Das Paket %2 fehlt und damit die Kernel, die ihn gepackt lassen.</translation>
    </message>
    <message>
        <source>transformers unpacks this checkpoint (%2) to %1 while it is loaded.</source>
        <translation>transformers entpackt diesen Checkpoint (%2) beim Laden zu %1.</translation>
    </message>
    <message>
        <source>Planned with the package %1 installed, which %2 alone does not bring: without it all of %3 is unpacked while it is loaded, to %4.</source>
        <translation>Geplant mit installiertem Paket %1, das %2 nicht selbst mitbringt: Ohne dieses wird %3 beim Laden ganz zu %4 entpackt.</translation>
    </message>
    <message>
        <source>transformers does not know %1: it builds the model unquantised, and the packed weights do not fit into it. Use %2; what is counted here is the checkpoint as they hold it.</source>
        <translation>transformers kennt %1 nicht: Es baut das Modell unquantisiert, und die gepackten Gewichte passen nicht hinein. %2 nutzen; gezählt ist hier der Checkpoint, wie sie ihn halten.</translation>
    </message>
    <message>
        <source>%1 does not know %2 by itself and refuses this checkpoint without a plug-in; what is counted here is the checkpoint as it is stored.</source>
        <translation>%1 kennt %2 nicht von sich aus und lehnt diesen Checkpoint ohne Plug-in ab; gezählt ist hier der Checkpoint wie gespeichert.</translation>
    </message>
    <message>
        <source>Counted is the language model alone (%1), which %2 loads; the checkpoint has towers beside it, which other classes and engines load too.</source>
        <translation>Gezählt ist nur das Sprachmodell (%1), das %2 lädt; der Checkpoint enthält daneben Türme, die andere Klassen und Engines mitladen.</translation>
    </message>
    <message>
        <source>Nothing is quantised: transformers finds no module in %1 that %2 replaces, so the whole model stays in 16 bit or as it was asked for.</source>
        <translation>Nichts ist quantisiert: transformers findet in %1 kein Modul, das %2 ersetzt; das ganze Modell bleibt in 16 Bit oder wie verlangt.</translation>
    </message>
    <message>
        <source>transformers unpacks a GGUF file (%1) to %2 while it is loaded (%3). %4 keeps its blocks.</source>
        <translation>transformers entpackt eine GGUF-Datei (%1) beim Laden zu %2 (%3). %4 behält ihre Blöcke.</translation>
    </message>
    <message>
        <source>compressed-tensors unpacks every matrix when the model first runs: %1 after loading, %2 from then on. %3 keeps them packed.</source>
        <translation>compressed-tensors entpackt beim ersten Lauf des Modells jede Matrix: %1 nach dem Laden, ab dann %2. %3 lässt sie gepackt.</translation>
    </message>
    <message>
        <source>transformers loads %1 in %2 where %3 was asked for.</source>
        <translation>transformers lädt %1 in %2, wo %3 verlangt war.</translation>
    </message>
    <message>
        <source>The load fails: the kernel that gptqmodel picks for this card does not read %1 (%2 x %3), and transformers does not fall back. Name another backend (%4), or use %5; what is counted here is what those hold.</source>
        <translation>Das Laden scheitert: Der Kernel, den gptqmodel für diese Karte wählt, liest %1 (%2 x %3) nicht, und transformers weicht nicht aus. Ein anderes Backend nennen (%4) oder %5 nutzen; gezählt ist hier, was diese halten.</translation>
    </message>
    <message>
        <source>another method</source>
        <translation>eine andere Methode</translation>
    </message>
    <message>
        <source>transformers finds no Linear in %1 that AWQ could replace: the load fails</source>
        <translation>transformers findet in %1 kein Linear, das AWQ ersetzen könnte: Das Laden scheitert</translation>
    </message>
    <message>
        <source>%1 reads no GGUF; %2 does</source>
        <translation>%1 liest kein GGUF; %2 schon</translation>
    </message>
    <message>
        <source>compute capability %1 or more</source>
        <translation>Compute Capability %1 oder mehr</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, this card has %3: %4 runs such checkpoints on it</source>
        <translation>%1 braucht Compute Capability %2, diese Karte hat %3: %4 führt solche Checkpoints auf ihr aus</translation>
    </message>
    <message>
        <source>transformers loads %1 in %2 only</source>
        <translation>transformers lädt %1 nur in %2</translation>
    </message>
    <message>
        <source>transformers finds no list of layers in %1 that it could load as %2: the load fails; %3 loads such checkpoints</source>
        <translation>transformers findet in %1 keine Liste von Schichten, die es als %2 laden könnte: Das Laden scheitert; %3 lädt solche Checkpoints</translation>
    </message>
    <message>
        <source>transformers cannot hold the experts of %1 in FP8: the load fails; %2 does</source>
        <translation>transformers kann die Experten von %1 nicht in FP8 halten: Das Laden scheitert; %2 kann es</translation>
    </message>
    <message>
        <source>both halves of %1</source>
        <translation>beide Hälften von %1</translation>
    </message>
    <message>
        <source>%1 cannot wrap one of two projections that are fused into one parameter</source>
        <translation>%1 kann nicht eine von zwei Projektionen umhüllen, die zu einem Parameter fusioniert sind</translation>
    </message>
    <message>
        <source>names, a regular expression or %1</source>
        <translation>Namen, ein regulärer Ausdruck oder %1</translation>
    </message>
    <message>
        <source>%1 has no default targets for model type %2</source>
        <translation>%1 hat keine vorgegebenen Ziele für den Modelltyp %2</translation>
    </message>
    <message>
        <source>%1 converts the targets of model type %2 before it looks for defaults, and then finds none</source>
        <translation>%1 wandelt die Ziele des Modelltyps %2 um, bevor es Vorgaben sucht, und findet dann keine</translation>
    </message>
    <message>
        <source>names of parameters of this model</source>
        <translation>Namen von Parametern dieses Modells</translation>
    </message>
    <message>
        <source>no parameter named %1</source>
        <translation>kein Parameter namens %1</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>a regular expression of at most %1</source>
        <translation>ein regulärer Ausdruck von höchstens %1</translation>
    </message>
    <message>
        <source>a regular expression with numbers of at most 9 digits</source>
        <translation>ein regulärer Ausdruck mit Zahlen von höchstens 9 Stellen</translation>
    </message>
    <message>
        <source>a regular expression without %1 where so much repeats</source>
        <translation>ein regulärer Ausdruck ohne %1, wo sich so viel wiederholt</translation>
    </message>
    <message>
        <source>a regular expression</source>
        <translation>ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>%1 was read from the name %2, as such checkpoints are mostly published; its own %3 decides</source>
        <translation>%1 stammt aus dem Namen %2, wie solche Checkpoints meist veröffentlicht werden; maßgeblich ist das eigene %3</translation>
    </message>
    <message>
        <source>%1 in the name %2 is no type of %5: %3 was taken, from which the file may differ by %4 %</source>
        <translation>%1 im Namen %2 ist kein Typ von %5: Genommen wurde %3, wovon die Datei um %4 % abweichen kann</translation>
    </message>
    <message>
        <source>%1 in the name %2 is a mix of %5&apos;s own, chosen layer by layer for each model: %3 was taken, from which its files differ by up to %4 %</source>
        <translation>%1 im Namen %2 ist eine eigene Mischung von %5, Schicht für Schicht je Modell gewählt: Genommen wurde %3, wovon die Dateien um bis zu %4 % abweichen</translation>
    </message>
    <message>
        <source>the name %1 says how many bits its weights have (%2), not how they are packed: %3 was taken</source>
        <translation>der Name %1 sagt, wie viele Bits die Gewichte haben (%2), nicht, wie sie gepackt sind: Genommen wurde %3</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2), not how: they were not taken so</source>
        <translation>der Name %1 sagt, dass die Gewichte gepackt sind (%2), nicht wie: Sie wurden nicht so angenommen</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2), not how: in 16 bits, as planned, they are about %3 times larger</source>
        <translation>der Name %1 sagt, dass die Gewichte gepackt sind (%2), nicht wie: In 16 Bit, wie geplant, sind sie etwa %3-mal größer</translation>
    </message>
    <message>
        <source>1 to 32 bits</source>
        <translation>1 bis 32 Bit</translation>
    </message>
    <message>
        <source>%1 (whole rows) or a group&apos;s size</source>
        <translation>%1 (ganze Zeilen) oder eine Gruppengröße</translation>
    </message>
    <message>
        <source>what %1 stores of a matrix is not described</source>
        <translation>was %1 von einer Matrix speichert, ist nicht beschrieben</translation>
    </message>
    <message>
        <source>a regular expression without look-behind</source>
        <translation>ein regulärer Ausdruck ohne Lookbehind</translation>
    </message>
    <message>
        <source>the sparse format %1 of compressed-tensors is not described</source>
        <translation>das Sparse-Format %1 von compressed-tensors ist nicht beschrieben</translation>
    </message>
    <message>
        <source>%1 without %2 does not say what is packed how</source>
        <translation>%1 ohne %2 sagt nicht, was wie gepackt ist</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>eine Liste von %1 Zahlen</translation>
    </message>
    <message>
        <source>the sizes of every layer</source>
        <translation>die Größen jeder Schicht</translation>
    </message>
    <message>
        <source>GPTQ in the format %1 is not described; the format gptq is</source>
        <translation>GPTQ im Format %1 ist nicht beschrieben; das Format gptq schon</translation>
    </message>
    <message>
        <source>AWQ of the version %1 is not described; gemm and gemv are</source>
        <translation>AWQ in Version %1 ist nicht beschrieben; gemm und gemv schon</translation>
    </message>
    <message>
        <source>AutoRound&apos;s data type %1 is not described</source>
        <translation>AutoRounds Datentyp %1 ist nicht beschrieben</translation>
    </message>
    <message>
        <source>1 to 8 bits</source>
        <translation>1 bis 8 Bit</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>a number within %1 bits</source>
        <translation>eine Zahl von höchstens %1 Bit</translation>
    </message>
    <message>
        <source>numbers whose result fits into %1 bits</source>
        <translation>Zahlen, deren Ergebnis in %1 Bit passt</translation>
    </message>
    <message>
        <source>a list without it</source>
        <translation>eine Liste ohne diesen Wert</translation>
    </message>
    <message>
        <source>a list that holds it</source>
        <translation>eine Liste, die ihn enthält</translation>
    </message>
    <message>
        <source>more entries</source>
        <translation>mehr Einträge</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>names of this model&apos;s modules or a pattern over its parameters, such as %1</source>
        <translation>Namen von Modulen dieses Modells oder ein Muster über seine Parameter, etwa %1</translation>
    </message>
    <message>
        <source>no parameter of %1 has it in its name</source>
        <translation>kein Parameter von %1 trägt es im Namen</translation>
    </message>
    <message>
        <source>%1 has no parameter of its own here: it is tied to %2, whose name counts</source>
        <translation>%1 hat hier keinen eigenen Parameter: Es ist an %2 gebunden, dessen Name zählt</translation>
    </message>
    <message>
        <source>a list of names of modules</source>
        <translation>eine Liste von Modulnamen</translation>
    </message>
    <message>
        <source>the layers of this model have no one order</source>
        <translation>die Schichten dieses Modells haben keine eindeutige Reihenfolge</translation>
    </message>
    <message>
        <source>last_layers %1</source>
        <translation>last_layers %1</translation>
    </message>
    <message>
        <source>%1 to %2, the layers of this model</source>
        <translation>%1 bis %2, die Schichten dieses Modells</translation>
    </message>
    <message>
        <source>more than %1 modules</source>
        <translation>mehr als %1 Module</translation>
    </message>
    <message>
        <source>the configuration describes no real model</source>
        <translation>die Konfiguration beschreibt kein echtes Modell</translation>
    </message>
    <message>
        <source>at most %1 elements of all tensors together</source>
        <translation>höchstens %1 Elemente in allen Tensoren zusammen</translation>
    </message>
    <message>
        <source>a tensor too large for 64-bit sizes</source>
        <translation>ein Tensor, zu groß für 64-Bit-Größen</translation>
    </message>
    <message>
        <source>cannot be tied to %1, which the model does not have</source>
        <translation>kann nicht an %1 gebunden werden, das dem Modell fehlt</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, which is the model without its adapters.</source>
        <translation>%1: %2 zählt Paare, also laufen doppelt so viele Zeilen durchs Modell, und einmal mehr ohne Gradienten für das Referenzmodell, das Modell ohne seine Adapter.</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, a second copy of the weights.</source>
        <translation>%1: %2 zählt Paare, also laufen doppelt so viele Zeilen durchs Modell, und einmal mehr ohne Gradienten für das Referenzmodell, eine zweite Kopie der Gewichte.</translation>
    </message>
    <message>
        <source>%1: the model without a language head; a sentence is its last token&apos;s state. %2 counts sentences: a pair of them is two rows.</source>
        <translation>%1: das Modell ohne Sprach-Head; ein Satz ist der Zustand seines letzten Tokens. %2 zählt Sätze: Ein Paar davon sind zwei Zeilen.</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0); generating them is another plan, of %4.</source>
        <translation>%1: ein Optimierungsdurchgang über %2 Completions zu %3 Tokens, ohne Referenzmodell (beta 0); ihre Generierung ist ein anderer Plan, von %4.</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0).</source>
        <translation>%1: ein Optimierungsdurchgang über %2 Completions zu %3 Tokens, ohne Referenzmodell (beta 0).</translation>
    </message>
    <message>
        <source>%1: %2 counts rows; they go through the model three times more without gradients, for mismatched pairs and for the reference.</source>
        <translation>%1: %2 zählt Zeilen; sie laufen dreimal mehr ohne Gradienten durchs Modell, für vertauschte Paare und für das Referenzmodell.</translation>
    </message>
    <message>
        <source>%1: %2 counts prompts, of each of which two completions go through the model, and once more without gradients for the reference.</source>
        <translation>%1: %2 zählt Prompts; je zwei Completions davon laufen durchs Modell, und einmal mehr ohne Gradienten für das Referenzmodell.</translation>
    </message>
    <message>
        <source>multiples of %1 pixels: this processor does not resize</source>
        <translation>Vielfache von %1 Pixeln: Dieser Prozessor skaliert nicht</translation>
    </message>
    <message>
        <source>the template of %1 does not go through %2</source>
        <translation>das Template von %1 benutzt %2 nicht</translation>
    </message>
    <message>
        <source>%1 goes before it</source>
        <translation>%1 geht vor</translation>
    </message>
    <message>
        <source>only templates of %1&apos;s own code read it</source>
        <translation>nur Templates des eigenen Codes von %1 lesen es</translation>
    </message>
    <message>
        <source>a plan has one type for keys and values of what drafts; what is not said is %1</source>
        <translation>ein Plan hat einen Typ für Keys und Values des Draft-Modells; was nicht angegeben ist, ist %1</translation>
    </message>
    <message>
        <source>data sets of %1 hold text and pictures</source>
        <translation>Datensätze von %1 enthalten Text und Bilder</translation>
    </message>
    <message>
        <source>%1: its own collator hands pictures over and no videos, which a collator of one&apos;s own has to.</source>
        <translation>%1: Der mitgelieferte Collator übergibt Bilder und keine Videos; das muss ein eigener Collator tun.</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of %4 outputs in the place of the language head; %3 counts sequences.</source>
        <translation>%1: ein lineares „%2“ mit %4 Ausgängen statt des Sprach-Heads; %3 zählt Sequenzen.</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output in the place of the language head; %3 counts pairs, so twice the rows go through the model.</source>
        <translation>%1: ein lineares „%2“ mit einem Ausgang statt des Sprach-Heads; %3 zählt Paare, also laufen doppelt so viele Zeilen durchs Modell.</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference unless %4 is 0.</source>
        <translation>%1: ein Optimierungsdurchgang über %2 Completions zu %3 Tokens, und einer des Referenzmodells, sofern %4 nicht 0 ist.</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output in the place of the language head; %3 counts sequences.</source>
        <translation>%1: ein lineares „%2“ mit einem Ausgang statt des Sprach-Heads; %3 zählt Sequenzen.</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model; there is no reference.</source>
        <translation>%1: %2 zählt Paare, also laufen doppelt so viele Zeilen durchs Modell; ein Referenzmodell gibt es nicht.</translation>
    </message>
    <message>
        <source>%1: the model that trains generates %2 completions of %3 tokens at once; %4 of them make one optimization pass.</source>
        <translation>%1: Das trainierte Modell generiert %2 Completions zu %3 Tokens zugleich; %4 davon bilden einen Optimierungsdurchgang.</translation>
    </message>
    <message>
        <source>%1: %2 is not stated, so no teacher is held or asked; it is a lower bound.</source>
        <translation>%1: %2 ist nicht angegeben, also wird kein Teacher-Modell gehalten oder befragt; dies ist eine Untergrenze.</translation>
    </message>
    <message>
        <source>an object per offer</source>
        <translation>ein Objekt je Angebot</translation>
    </message>
    <message>
        <source>whole cards, or a part of one</source>
        <translation>ganze Karten oder ein Teil einer Karte</translation>
    </message>
    <message>
        <source>the date of the price</source>
        <translation>das Datum des Preises</translation>
    </message>
    <message>
        <source>a day such as %1</source>
        <translation>ein Tag wie %1</translation>
    </message>
    <message>
        <source>a name of the catalogue of GPUs</source>
        <translation>ein Name aus dem GPU-Katalog</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a size such as %1</source>
        <translation>eine Größe wie %1</translation>
    </message>
    <message>
        <source>the offer</source>
        <translation>das Angebot</translation>
    </message>
    <message>
        <source>a list of offers</source>
        <translation>eine Liste von Angeboten</translation>
    </message>
    <message>
        <source>an instance that no offer of its provider before has</source>
        <translation>eine Instanz, die kein früheres Angebot des Anbieters hat</translation>
    </message>
    <message>
        <source>second moments are kept by row and column only</source>
        <translation>zweite Momente werden nur je Zeile und Spalte gehalten</translation>
    </message>
    <message>
        <source>AdamW 4-bit</source>
        <translation>AdamW 4-Bit</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>AdamW 8-Bit</translation>
    </message>
    <message>
        <source>%1 in 8 bits</source>
        <translation>%1 in 8 Bit</translation>
    </message>
    <message>
        <source>%1: %2&apos;s states as its source has them; no run was held against it.</source>
        <translation>%1: Zustände von %2 laut Quelltext; an keinem Lauf geprüft.</translation>
    </message>
    <message>
        <source>AdamW in FP8</source>
        <translation>AdamW in FP8</translation>
    </message>
    <message>
        <source>AdamW 8-bit of torchao</source>
        <translation>AdamW 8-Bit von torchao</translation>
    </message>
    <message>
        <source>%1: %2 on the matrices of all layers; the workspace of the decomposition, which runs every 200 steps and is counted, is cuSOLVER&apos;s and taken as two matrices.</source>
        <translation>%1: %2 auf den Matrizen aller Schichten; der Arbeitsbereich der Zerlegung, die alle 200 Schritte läuft und mitgezählt ist, gehört cuSOLVER und ist mit zwei Matrizen angesetzt.</translation>
    </message>
    <message>
        <source>AdamW, paged</source>
        <translation>AdamW, paged</translation>
    </message>
    <message>
        <source>Paged %1</source>
        <translation>Paged %1</translation>
    </message>
    <message>
        <source>paged %1</source>
        <translation>paged %1</translation>
    </message>
    <message>
        <source>AdamW 8-bit, paged</source>
        <translation>AdamW 8-Bit, paged</translation>
    </message>
    <message>
        <source>Paged %1 in 8 bits</source>
        <translation>Paged %1 in 8 Bit</translation>
    </message>
    <message>
        <source>paged %1 in 8 bits</source>
        <translation>paged %1 in 8 Bit</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD, momentum</source>
        <translation>SGD, Momentum</translation>
    </message>
    <message>
        <source>gradients, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>Gradienten, All-Reduce: 2 · (%1 − 1) / %1 · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>gradients, reduce-scattered: (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>Gradienten, Reduce-Scatter: (%1 − 1) / %1 · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>shards of gradients, all-reduced over copies: 2 · (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>Shards der Gradienten, All-Reduce über Kopien: 2 · (%1 − 1) / %1 · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>parameters, gathered: (%1 − 1) / %1 · %2 B a step</source>
        <translation>Parameter, gesammelt: (%1 − 1) / %1 · %2 B je Schritt</translation>
    </message>
    <message>
        <source>small parameters, gathered behind the step: (%1 − 1) / %1 · %2 B</source>
        <translation>kleine Parameter, nach dem Schritt gesammelt: (%1 − 1) / %1 · %2 B</translation>
    </message>
    <message>
        <source>chosen rows to their experts and back: (%1 − 1) / %1 · %2 B · (1 + %3), %4 × a step</source>
        <translation>gewählte Zeilen zu ihren Experten und zurück: (%1 − 1) / %1 · %2 B · (1 + %3), %4 × je Schritt</translation>
    </message>
    <message>
        <source>parameters gathered for each forward and backward, gradients reduce-scattered: (%1 − 1) / %1 · (%2 + %3) B</source>
        <translation>Parameter für jeden Vorwärts- und Rückwärtslauf gesammelt, Gradienten per Reduce-Scatter: (%1 − 1) / %1 · (%2 + %3) B</translation>
    </message>
    <message>
        <source>hidden states to %1 next stages and gradients to %2 before: %3 B each, %4 micro-batches</source>
        <translation>Hidden States an %1 nächste Stufen und Gradienten an %2 davor: je %3 B, %4 Micro-Batches</translation>
    </message>
    <message>
        <source>gradients in float32, reduce-scattered, and parameters, gathered: (%1 − 1) / %1 · (%2 + %3) B</source>
        <translation>Gradienten in float32, Reduce-Scatter, und Parameter, gesammelt: (%1 − 1) / %1 · (%2 + %3) B</translation>
    </message>
    <message>
        <source>gradients in float32, all-reduced: 2 · (%1 − 1) / %1 · %2 B</source>
        <translation>Gradienten in float32, All-Reduce: 2 · (%1 − 1) / %1 · %2 B</translation>
    </message>
    <message>
        <source>hidden states, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a micro-batch, %4 of them</source>
        <translation>Hidden States, All-Reduce: 2 · (%1 − 1) / %1 · %2 B, %3 × je Micro-Batch, davon %4</translation>
    </message>
    <message>
        <source>logits, gathered: (%1 − 1) / %1 · %2 B, %3 micro-batches</source>
        <translation>Logits, gesammelt: (%1 − 1) / %1 · %2 B, %3 Micro-Batches</translation>
    </message>
    <message>
        <source>keys and values, gathered in forward and backward: (%1 − 1) · %2 B, %3 × a step</source>
        <translation>Keys und Values, in Vorwärts- und Rückwärtslauf gesammelt: (%1 − 1) · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>their gradients in float32, handed on: %1 B, %2 × a step</source>
        <translation>deren Gradienten in float32, weitergereicht: %1 B, %2 × je Schritt</translation>
    </message>
    <message>
        <source>queries, keys, values and what attention makes of them, exchanged for heads: (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>Queries, Keys, Values und was die Attention daraus macht, gegen Heads getauscht: (%1 − 1) / %1 · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>hidden states along tensor ranks: (%1 − 1) / %1 · %2 B, %3 × a layer, %4 layers, %5 micro-batches</source>
        <translation>Hidden States entlang der Tensor-Ranks: (%1 − 1) / %1 · %2 B, %3 × je Schicht, %4 Schichten, %5 Micro-Batches</translation>
    </message>
    <message>
        <source>keys and values around the ring, and their gradients: (%1 − 1) · %2 B, %3 × a step</source>
        <translation>Keys und Values um den Ring, und ihre Gradienten: (%1 − 1) · %2 B, %3 × je Schritt</translation>
    </message>
    <message>
        <source>a number that divides %1 heads and %2 key heads</source>
        <translation>eine Zahl, die %1 Heads und %2 Key-Heads teilt</translation>
    </message>
    <message>
        <source>transformers divides the projections, and the forward fails: shape &apos;[1, …, -1, %1]&apos; is invalid for input</source>
        <translation>transformers teilt die Projektionen, und der Vorwärtslauf scheitert: shape &apos;[1, …, -1, %1]&apos; is invalid for input</translation>
    </message>
    <message>
        <source>transformers has no base_model_tp_plan for %1: its layers stay whole</source>
        <translation>transformers hat keinen base_model_tp_plan für %1: Seine Schichten bleiben ganz</translation>
    </message>
    <message>
        <source>how this model&apos;s mixers and gates are divided is not simulated</source>
        <translation>wie Mixer und Gates dieses Modells aufgeteilt werden, ist nicht simuliert</translation>
    </message>
    <message>
        <source>what each process keeps of a split model is not simulated yet</source>
        <translation>was jeder Prozess von einem geteilten Modell behält, ist noch nicht simuliert</translation>
    </message>
    <message>
        <source>every rank takes one tensor after another to its card, where it is packed</source>
        <translation>jeder Rank bringt einen Tensor nach dem anderen auf seine Karte, wo er gepackt wird</translation>
    </message>
    <message>
        <source>each rank makes its own part on its card</source>
        <translation>jeder Rank erzeugt seinen Teil auf seiner Karte</translation>
    </message>
    <message>
        <source>every rank loads the whole model before it goes to its card</source>
        <translation>jeder Rank lädt das ganze Modell, bevor es auf seine Karte geht</translation>
    </message>
    <message>
        <source>rank 0 of the node alone loads the model (%1), the others keep it on meta</source>
        <translation>nur Rank 0 des Knotens lädt das Modell (%1), die anderen halten es auf meta</translation>
    </message>
    <message>
        <source>rank 0 reads all checkpoint files at once; the others take their partitions</source>
        <translation>Rank 0 liest alle Checkpoint-Dateien auf einmal; die anderen nehmen ihre Partitionen</translation>
    </message>
    <message>
        <source>every rank reads its own parts, one tensor after another</source>
        <translation>jeder Rank liest seine Teile, einen Tensor nach dem anderen</translation>
    </message>
    <message>
        <source>shards of all parameters</source>
        <translation>Shards aller Parameter</translation>
    </message>
    <message>
        <source>shards of the gradients</source>
        <translation>Shards der Gradienten</translation>
    </message>
    <message>
        <source>the optimizer&apos;s states, where it steps</source>
        <translation>Optimizer-Zustände, dort wo er den Schritt macht</translation>
    </message>
    <message>
        <source>float32 master partitions</source>
        <translation>float32-Master-Partitionen</translation>
    </message>
    <message>
        <source>float32 gradients of the partitions</source>
        <translation>float32-Gradienten der Partitionen</translation>
    </message>
    <message>
        <source>gradient partitions as they are reduced</source>
        <translation>Gradientenpartitionen während der Reduktion</translation>
    </message>
    <message>
        <source>what goes back to the card after a step</source>
        <translation>was nach einem Schritt auf die Karte zurückgeht</translation>
    </message>
    <message>
        <source>a gradient on its way to the host</source>
        <translation>ein Gradient auf dem Weg zum Host</translation>
    </message>
    <message>
        <source>gradients that are accumulated there</source>
        <translation>Gradienten, die dort akkumuliert werden</translation>
    </message>
    <message>
        <source>partitions of all parameters</source>
        <translation>Partitionen aller Parameter</translation>
    </message>
    <message>
        <source>buffers for parameters between disk and card</source>
        <translation>Puffer für Parameter zwischen Platte und Karte</translation>
    </message>
    <message>
        <source>parameters that stay in memory (%1)</source>
        <translation>Parameter, die im Speicher bleiben (%1)</translation>
    </message>
    <message>
        <source>buffers for the optimizer&apos;s sub-groups between disk and host</source>
        <translation>Puffer für Untergruppen des Optimizers zwischen Platte und Host</translation>
    </message>
    <message>
        <source>checkpoints: the input of each layer</source>
        <translation>Checkpoints: die Eingabe jeder Schicht</translation>
    </message>
    <message>
        <source>num_attention_heads (%1) must be a multiple of tensor_model_parallel_size (%2).</source>
        <translation>num_attention_heads (%1) muss ein Vielfaches von tensor_model_parallel_size (%2) sein.</translation>
    </message>
    <message>
        <source>num_query_groups (%1) must be a multiple of tensor_model_parallel_size (%2).</source>
        <translation>num_query_groups (%1) muss ein Vielfaches von tensor_model_parallel_size (%2) sein.</translation>
    </message>
    <message>
        <source>Number of experts (%1) should be a multiple of expert model parallel_size (%2).</source>
        <translation>Die Zahl der Experten (%1) muss ein Vielfaches von expert model parallel_size (%2) sein.</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s layer of this kind is not simulated</source>
        <translation>diese Art von Megatron-LM-Schicht ist nicht simuliert</translation>
    </message>
    <message>
        <source>one card</source>
        <translation>eine Karte</translation>
    </message>
    <message>
        <source>experts on other ranks are simulated beside FSDP 2 alone: parallel.zero 3, parallel.tensor 1</source>
        <translation>Experten auf anderen Ranks sind nur neben FSDP 2 simuliert: parallel.zero 3, parallel.tensor 1</translation>
    </message>
    <message>
        <source>these experts are not stacked in two parameters: the exchange of their tokens is not simulated</source>
        <translation>diese Experten liegen nicht in zwei Parametern gestapelt: Der Austausch ihrer Tokens ist nicht simuliert</translation>
    </message>
    <message>
        <source>matrices that ranks divide by columns, and those that they do not divide</source>
        <translation>Matrizen, die Ranks nach Spalten teilen, und solche, die sie nicht teilen</translation>
    </message>
    <message>
        <source>packed matrices or experts that ranks divide are not simulated</source>
        <translation>gepackte Matrizen oder Experten, die Ranks teilen, sind nicht simuliert</translation>
    </message>
    <message>
        <source>of adapters on a model that ranks divide, those on linear layers alone are simulated</source>
        <translation>von Adaptern auf einem Modell, das Ranks teilen, sind nur die auf linearen Schichten simuliert</translation>
    </message>
    <message>
        <source>adapters on matrices that both meshes divide raise in their forward (%1)</source>
        <translation>Adapter auf Matrizen, die beide Meshes teilen, werfen im Vorwärtslauf einen Fehler (%1)</translation>
    </message>
    <message>
        <source>transformers&apos; own meshes spread data by FSDP 2 (fsdp_size)</source>
        <translation>transformers&apos; eigene Meshes verteilen Daten mit FSDP 2 (fsdp_size)</translation>
    </message>
    <message>
        <source>buffers of %1&apos;s communicators (%2): channels × %3 B a connection, %4</source>
        <translation>Puffer der Kommunikatoren von %1 (%2): Kanäle × %3 B je Verbindung, %4</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;</source>
        <translation>%1: „%2“</translation>
    </message>
    <message>
        <source>%1 keeps whole copies: it shards nothing</source>
        <translation>%1 hält ganze Kopien: Es teilt nichts auf</translation>
    </message>
    <message>
        <source>%1 shards parameters, gradients and states: it is stage %2, or %3 where it keeps what it gathered</source>
        <translation>%1 teilt Parameter, Gradienten und Zustände auf: Das ist Stufe %2, oder %3, wo es Gesammeltes behält</translation>
    </message>
    <message>
        <source>%1 partitions nothing at stage %2</source>
        <translation>%1 partitioniert auf Stufe %2 nichts</translation>
    </message>
    <message>
        <source>%1&apos;s meshes shard by %2, which is stage %3</source>
        <translation>die Meshes von %1 teilen mit %2 auf, das ist Stufe %3</translation>
    </message>
    <message>
        <source>1, or %1</source>
        <translation>1, oder %1</translation>
    </message>
    <message>
        <source>this engine cuts no matrices and shares out no experts</source>
        <translation>diese Engine zerlegt keine Matrizen und verteilt keine Experten</translation>
    </message>
    <message>
        <source>%1 cuts models into stages for inference alone (%2)</source>
        <translation>%1 zerlegt Modelle nur für Inferenz in Stufen (%2)</translation>
    </message>
    <message>
        <source>1, or %1 with nothing beside it</source>
        <translation>1, oder %1 mit nichts daneben</translation>
    </message>
    <message>
        <source>a pipeline beside another way of splitting is simulated for %1 alone</source>
        <translation>eine Pipeline neben einer anderen Aufteilung ist nur für %1 simuliert</translation>
    </message>
    <message>
        <source>none, or %1</source>
        <translation>none, oder %1</translation>
    </message>
    <message>
        <source>this engine keeps all of its copy on the card</source>
        <translation>diese Engine behält ihre ganze Kopie auf der Karte</translation>
    </message>
    <message>
        <source>%1 moves the optimizer&apos;s states alone (%2)</source>
        <translation>%1 lagert nur die Optimizer-Zustände aus (%2)</translation>
    </message>
    <message>
        <source>only stage %1 of %2 reads and writes %3 (%4)</source>
        <translation>nur Stufe %1 von %2 liest und schreibt %3 (%4)</translation>
    </message>
    <message>
        <source>a divisor of %1, which is %2</source>
        <translation>ein Teiler von %1, das %2 ist</translation>
    </message>
    <message>
        <source>copies of a sharded group are alike</source>
        <translation>Kopien einer aufgeteilten Gruppe sind gleich</translation>
    </message>
    <message>
        <source>the run has %1 ranks</source>
        <translation>der Lauf hat %1 Ranks</translation>
    </message>
    <message>
        <source>a divisor of %1 heads and of %2 heads of keys and values</source>
        <translation>ein Teiler von %1 Heads und von %2 Heads der Keys und Values</translation>
    </message>
    <message>
        <source>%1 divides heads among tensor-parallel ranks</source>
        <translation>%1 teilt Heads auf die tensorparallelen Ranks auf</translation>
    </message>
    <message>
        <source>a divisor of %1 experts</source>
        <translation>ein Teiler von %1 Experten</translation>
    </message>
    <message>
        <source>a multiple of %1, which is %2</source>
        <translation>ein Vielfaches von %1, das %2 ist</translation>
    </message>
    <message>
        <source>a divisor of %1 sharded ranks</source>
        <translation>ein Teiler von %1 aufgeteilten Ranks</translation>
    </message>
    <message>
        <source>stages of one layer or more: %1 layers</source>
        <translation>Stufen mit mindestens einer Schicht: %1 Schichten</translation>
    </message>
    <message>
        <source>%1 stages have no layer each</source>
        <translation>für %1 Stufen reichen die Schichten nicht</translation>
    </message>
    <message>
        <source>embedding and head of %1 are one tensor, which would lie on two stages</source>
        <translation>Embedding und Head von %1 sind ein Tensor, der auf zwei Stufen läge</translation>
    </message>
    <message>
        <source>%1 takes one stage a rank</source>
        <translation>%1 nimmt eine Stufe je Rank</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>ein Vielfaches von %1</translation>
    </message>
    <message>
        <source>an engine that reduces gradients steps once all of them are there</source>
        <translation>eine Engine, die Gradienten reduziert, macht den Schritt, wenn alle da sind</translation>
    </message>
    <message>
        <source>only %1 makes units of the ends</source>
        <translation>nur %1 macht Einheiten aus den Enden</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;: the embedding is a unit, and the head that is tied to it is not gathered</source>
        <translation>%1: „%2“: Das Embedding ist eine Einheit, und der daran gebundene Head wird nicht gesammelt</translation>
    </message>
    <message>
        <source>units inside a layer are not simulated</source>
        <translation>Einheiten innerhalb einer Schicht sind nicht simuliert</translation>
    </message>
    <message>
        <source>false, or %1</source>
        <translation>false, oder %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;: text leaves the model&apos;s other towers without gradients</source>
        <translation>%1: „%2“: Text lässt die anderen Türme des Modells ohne Gradienten</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1, oder %2</translation>
    </message>
    <message>
        <source>a divisor of %1 heads</source>
        <translation>ein Teiler von %1 Heads</translation>
    </message>
    <message>
        <source>a divisor or a multiple of %1 heads of keys and values</source>
        <translation>ein Teiler oder Vielfaches von %1 Heads der Keys und Values</translation>
    </message>
    <message>
        <source>ring, or %1</source>
        <translation>ring, oder %1</translation>
    </message>
    <message>
        <source>heads are exchanged by %1 alone (%2)</source>
        <translation>Heads werden nur von %1 getauscht (%2)</translation>
    </message>
    <message>
        <source>the Trainer of transformers before 5 does not divide sequences so</source>
        <translation>der Trainer von transformers vor 5 teilt Sequenzen nicht so auf</translation>
    </message>
    <message>
        <source>each rank&apos;s state_dict holds its own shards: nothing is gathered</source>
        <translation>das state_dict jedes Ranks hält seine eigenen Shards: Nichts wird gesammelt</translation>
    </message>
    <message>
        <source>state_dict() of %1 gathers every unit and keeps a copy of all of it on each card</source>
        <translation>state_dict() von %1 sammelt jede Einheit und behält von allem eine Kopie auf jeder Karte</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: rank 0 gets one unit whole after another, as it is kept, and takes it to its host</source>
        <translation>%1 ist %2, wo nichts angegeben ist: Rank 0 bekommt eine ganze Einheit nach der anderen, wie sie gehalten wird, und bringt sie auf seinen Host</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: one parameter after another is gathered whole, as it is kept, and rank 0 takes it to its host</source>
        <translation>%1 ist %2, wo nichts angegeben ist: Ein Parameter nach dem anderen wird ganz gesammelt, wie er gehalten wird, und Rank 0 bringt ihn auf seinen Host</translation>
    </message>
    <message>
        <source>every rank clones the model&apos;s state to its host, rank 0 writes it; each rank writes its partition of the states</source>
        <translation>jeder Rank klont den Modellzustand auf seinen Host, Rank 0 schreibt ihn; jeder Rank schreibt seine Partition der Zustände</translation>
    </message>
    <message>
        <source>each rank writes its partition</source>
        <translation>jeder Rank schreibt seine Partition</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: each rank writes its partition</source>
        <translation>%1 ist %2, wo nichts angegeben ist: Jeder Rank schreibt seine Partition</translation>
    </message>
    <message>
        <source>module after module is gathered whole; rank 0 keeps the adapters of it</source>
        <translation>Modul für Modul wird ganz gesammelt; Rank 0 behält davon die Adapter</translation>
    </message>
    <message>
        <source>module after module is gathered whole and goes to rank 0&apos;s host</source>
        <translation>Modul für Modul wird ganz gesammelt und geht auf den Host von Rank 0</translation>
    </message>
    <message>
        <source>one parameter after another is gathered whole, and every rank takes it to its host</source>
        <translation>ein Parameter nach dem anderen wird ganz gesammelt, und jeder Rank bringt ihn auf seinen Host</translation>
    </message>
    <message>
        <source>rank 0 writes its adapters</source>
        <translation>Rank 0 schreibt seine Adapter</translation>
    </message>
    <message>
        <source>rank 0 writes its copy, a file of at most %1 at a time</source>
        <translation>Rank 0 schreibt seine Kopie, jeweils eine Datei von höchstens %1</translation>
    </message>
    <message>
        <source>each rank writes its own part</source>
        <translation>jeder Rank schreibt seinen eigenen Teil</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s zero_optimization has no field of this name</source>
        <translation>zero_optimization von DeepSpeed hat kein Feld dieses Namens</translation>
    </message>
    <message>
        <source>1 to %1 pixels</source>
        <translation>1 bis %1 Pixel</translation>
    </message>
    <message>
        <source>a picture that has at least one cell of the processor&apos;s grid</source>
        <translation>ein Bild, das mindestens eine Zelle im Raster des Prozessors hat</translation>
    </message>
    <message>
        <source>a picture at most %1 times as long as it is wide, which this processor raises on</source>
        <translation>ein Bild, höchstens %1-mal so lang wie breit; darüber wirft dieser Prozessor einen Fehler</translation>
    </message>
    <message>
        <source>the step with %1 is not simulated: its kernel is compiled for each model (%2)</source>
        <translation>der Schritt mit %1 ist nicht simuliert: Sein Kernel wird je Modell kompiliert (%2)</translation>
    </message>
    <message>
        <source>the step with %1 is not simulated</source>
        <translation>der Schritt mit %1 ist nicht simuliert</translation>
    </message>
    <message>
        <source>%1 belongs to %2, which is not simulated</source>
        <translation>%1 gehört zu %2, das nicht simuliert ist</translation>
    </message>
    <message>
        <source>what the kernel %1 of the Hub allocates is not known</source>
        <translation>was der Kernel %1 vom Hub belegt, ist nicht bekannt</translation>
    </message>
    <message>
        <source>one of {%1: NAME}, {%2: PATH or object}, {%3: %4}</source>
        <translation>eines von {%1: NAME}, {%2: PFAD oder Objekt}, {%3: %4}</translation>
    </message>
    <message>
        <source>a list, each as %1 is</source>
        <translation>eine Liste, jeder Eintrag wie %1</translation>
    </message>
    <message>
        <source>%1, or a list of them</source>
        <translation>%1, oder eine Liste davon</translation>
    </message>
    <message>
        <source>%1 | a GGUF type (%2)</source>
        <translation>%1 | ein GGUF-Typ (%2)</translation>
    </message>
    <message>
        <source>an object of PEFT&apos;s keys</source>
        <translation>ein Objekt mit PEFTs Schlüsseln</translation>
    </message>
    <message>
        <source>%1 | a list of module names | a regular expression</source>
        <translation>%1 | eine Liste von Modulnamen | ein regulärer Ausdruck</translation>
    </message>
    <message>
        <source>%1 or a number of layers from %2</source>
        <translation>%1 oder eine Zahl von Schichten ab %2</translation>
    </message>
    <message>
        <source>%1 or a list of layer numbers from %2</source>
        <translation>%1 oder eine Liste von Schichtnummern ab %2</translation>
    </message>
    <message>
        <source>a version such as %1</source>
        <translation>eine Version wie %1</translation>
    </message>
    <message>
        <source>%1 | {%2: %3 to %4}</source>
        <translation>%1 | {%2: %3 bis %4}</translation>
    </message>
    <message>
        <source>an object of DeepSpeed&apos;s fields</source>
        <translation>ein Objekt mit DeepSpeeds Feldern</translation>
    </message>
    <message>
        <source>null | a list of module names or patterns | {%1: %2 to %3, %4: names} | {%5: names}</source>
        <translation>null | eine Liste von Modulnamen oder Mustern | {%1: %2 bis %3, %4: Namen} | {%5: Namen}</translation>
    </message>
    <message>
        <source>%1 to below %2</source>
        <translation>%1 bis unter %2</translation>
    </message>
    <message>
        <source>a list of parameter names</source>
        <translation>eine Liste von Parameternamen</translation>
    </message>
    <message>
        <source>a list of module names</source>
        <translation>eine Liste von Modulnamen</translation>
    </message>
    <message>
        <source>%1 (no clipping) to %2</source>
        <translation>%1 (kein Clipping) bis %2</translation>
    </message>
    <message>
        <source>a list of hook names</source>
        <translation>eine Liste von Hook-Namen</translation>
    </message>
    <message>
        <source>a list of card names, %1 for %2 of them</source>
        <translation>eine Liste von Kartennamen, %1 für %2 davon</translation>
    </message>
    <message>
        <source>Markdown in UTF-8</source>
        <translation>Markdown in UTF-8</translation>
    </message>
    <message>
        <source>has bytes that are none</source>
        <translation>enthält Bytes, die keines sind</translation>
    </message>
    <message>
        <source>a block of code begins here and never ends</source>
        <translation>ein Codeblock beginnt hier und endet nie</translation>
    </message>
    <message>
        <source>a comment begins here and never ends</source>
        <translation>ein Kommentar beginnt hier und endet nie</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL stands within a line; it has to begin one</source>
        <translation>BEGIN PLIMSOLL steht mitten in einer Zeile; es muss am Zeilenanfang stehen</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL stands before the END of the one in line %1</source>
        <translation>BEGIN PLIMSOLL steht vor dem END des Blocks in Zeile %1</translation>
    </message>
    <message>
        <source>END PLIMSOLL without a BEGIN before it</source>
        <translation>END PLIMSOLL ohne BEGIN davor</translation>
    </message>
    <message>
        <source>a second block begins here; one is taken</source>
        <translation>hier beginnt ein zweiter Block; nur einer gilt</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL without an END behind it</source>
        <translation>BEGIN PLIMSOLL ohne END danach</translation>
    </message>
    <message>
        <source>a model card with a block of `%1`</source>
        <translation>eine Model Card mit einem Block `%1`</translation>
    </message>
    <message>
        <source>has no block</source>
        <translation>hat keinen Block</translation>
    </message>
    <message>
        <source>the block&apos;s opening comment holds no plan</source>
        <translation>der einleitende Kommentar des Blocks enthält keinen Plan</translation>
    </message>
    <message>
        <source>%1: no such field, ignored</source>
        <translation>%1: kein solches Feld, ignoriert</translation>
    </message>
    <message>
        <source>%1: no such field, ignored: it takes no memory</source>
        <translation>%1: kein solches Feld, ignoriert: Es braucht keinen Speicher</translation>
    </message>
    <message>
        <source>%1: no such field, ignored (did you mean %2?)</source>
        <translation>%1: kein solches Feld, ignoriert (gemeint: %2?)</translation>
    </message>
    <message>
        <source>an object with its fields</source>
        <translation>ein Objekt mit seinen Feldern</translation>
    </message>
    <message>
        <source>an object, schema %1</source>
        <translation>ein Objekt, Schema %1</translation>
    </message>
    <message>
        <source>a field of %1</source>
        <translation>ein Feld von %1</translation>
    </message>
    <message>
        <source>there is no such field</source>
        <translation>ein solches Feld gibt es nicht</translation>
    </message>
    <message>
        <source>an object with its fields, such as %1, or one of them: %2</source>
        <translation>ein Objekt mit seinen Feldern, etwa %1, oder eines davon: %2</translation>
    </message>
    <message>
        <source>there is no such field: it takes no memory</source>
        <translation>ein solches Feld gibt es nicht: Es braucht keinen Speicher</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>eine ganze Zahl, 0 oder mehr</translation>
    </message>
    <message>
        <source>the session was written by a newer version of Plimsoll</source>
        <translation>die Sitzung stammt von einer neueren Version von Plimsoll</translation>
    </message>
    <message>
        <source>a list of %1 to %2 scenarios</source>
        <translation>eine Liste von %1 bis %2 Szenarien</translation>
    </message>
    <message>
        <source>an object with %1 and %2, or a list of cards</source>
        <translation>ein Objekt mit %1 und %2, oder eine Liste von Karten</translation>
    </message>
    <message>
        <source>an object with %1, %2, %3 and %4</source>
        <translation>ein Objekt mit %1, %2, %3 und %4</translation>
    </message>
    <message>
        <source>a list of figures</source>
        <translation>eine Liste von Werten</translation>
    </message>
    <message>
        <source>an object with %1 and %2 or %3</source>
        <translation>ein Objekt mit %1 und %2 oder %3</translation>
    </message>
    <message>
        <source>either %1 or %2</source>
        <translation>entweder %1 oder %2</translation>
    </message>
    <message>
        <source>a list of components of an estimate</source>
        <translation>eine Liste von Komponenten einer Schätzung</translation>
    </message>
    <message>
        <source>%1: not known to this version, kept as it is</source>
        <translation>%1: dieser Version nicht bekannt, bleibt unverändert</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1; models are named with %2</source>
        <translation>ein Plan in JSON, Schema %1; Modelle werden mit %2 benannt</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1</source>
        <translation>ein Plan in JSON, Schema %1</translation>
    </message>
    <message>
        <source>the file itself is not here, %1 brings it</source>
        <translation>die Datei selbst ist nicht hier, %1 bringt sie</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1, such as stands in it under &quot;plan&quot;</source>
        <translation>ein Plan in JSON, Schema %1, wie er darin unter „plan“ steht</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1; %3 makes one of other tools&apos; configurations</source>
        <translation>ein Plan in JSON, Schema %1; %3 macht einen aus Konfigurationen anderer Tools</translation>
    </message>
    <message>
        <source>an object, a plan or of schema %1</source>
        <translation>ein Objekt, ein Plan oder vom Schema %1</translation>
    </message>
    <message>
        <source>%1: %2 is set and no field of a plan: it is left out</source>
        <translation>%1: %2 ist gesetzt und kein Feld eines Plans: Es entfällt</translation>
    </message>
    <message>
        <source>the settings of the %1 were taken from %2, but for those that are set</source>
        <translation>die Einstellungen von %1 stammen aus %2, außer den gesetzten</translation>
    </message>
    <message>
        <source>Figures in %1 (%2): allocated and reserved as PyTorch reports their peaks (%3, %4), on the device as %5 shows it; nine runs of ten stay within the interval.</source>
        <translation>Zahlen in %1 (%2): belegt und reserviert, wie PyTorch die Spitzen meldet (%3, %4), auf dem Gerät, wie %5 es zeigt; neun von zehn Läufen bleiben im Intervall.</translation>
    </message>
    <message>
        <source>Figures in %1 (%2), on the device as %5 shows it; nine runs of ten stay within the interval.</source>
        <translation>Zahlen in %1 (%2), auf dem Gerät, wie %5 es zeigt; neun von zehn Läufen bleiben im Intervall.</translation>
    </message>
    <message>
        <source>Planned for %1: %2.</source>
        <translation>Geplant für %1: %2.</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>To cite.</source>
        <translation>Zum Zitieren.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Komponente</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>Auf dem Gerät</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1, %2 Parameter</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>%1 layers, hidden %2, vocabulary %3</source>
        <translation>%1 Schichten, Hidden %2, Vokabular %3</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Weights at the peak</source>
        <translation>Gewichte an der Spitze</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>rank %1, alpha %2, dropout %3, targets %4, %5</source>
        <translation>Rang %1, Alpha %2, Dropout %3, Ziele %4, %5</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Trainiert</translation>
    </message>
    <message>
        <source>%1 parameters, %2 %</source>
        <translation>%1 Parameter, %2 %</translation>
    </message>
    <message>
        <source>Attention and loss</source>
        <translation>Attention und Loss</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 Rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>To reproduce.</source>
        <translation>Reproduzieren.</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90-%-Intervall</translation>
    </message>
    <message>
        <source>%1, spare</source>
        <translation>%1, frei</translation>
    </message>
    <message>
        <source>%1 budget</source>
        <translation>Budget %1</translation>
    </message>
    <message>
        <source>%1 at the peak</source>
        <translation>%1 an der Spitze</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>Spitze bei</translation>
    </message>
    <message>
        <source>to the first</source>
        <translation>zum ersten</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>Aufschlüsselung</translation>
    </message>
    <message>
        <source>%1, at the peak</source>
        <translation>%1, an der Spitze</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>frei</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2.</source>
        <translation>Belegt %1, reserviert %2.</translation>
    </message>
    <message>
        <source>The engine takes %1; its cache then holds %2 tokens.</source>
        <translation>Die Engine nimmt %1; ihr Cache fasst dann %2 Tokens.</translation>
    </message>
    <message>
        <source>%1, double quantised</source>
        <translation>%1, doppelt quantisiert</translation>
    </message>
    <message>
        <source>embeddings %1</source>
        <translation>Embeddings %1</translation>
    </message>
    <message>
        <source>%1; the rest %2</source>
        <translation>%1; der Rest %2</translation>
    </message>
    <message>
        <source>one sequence of %1 tokens</source>
        <translation>eine Sequenz von %1 Tokens</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 Sequenzen von %2 Tokens</translation>
    </message>
    <message>
        <source>micro batch %1 × %2 tokens</source>
        <translation>Micro-Batch %1 × %2 Tokens</translation>
    </message>
    <message>
        <source>rank %1, alpha %2, targets %3</source>
        <translation>Rang %1, Alpha %2, Ziele %3</translation>
    </message>
    <message>
        <source>no checkpointing</source>
        <translation>kein Checkpointing</translation>
    </message>
    <message>
        <source>attention %1</source>
        <translation>Attention %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>Loss %1</translation>
    </message>
    <message>
        <source>prepared for k-bit training</source>
        <translation>für k-Bit-Training vorbereitet</translation>
    </message>
    <message>
        <source>on the host: %1</source>
        <translation>auf dem Host: %1</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>%1, autocast %2</source>
        <translation>%1, Autocast %2</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>Trainierbar</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 Parameter</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Savers</source>
        <translation>Sparschalter</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>saves</source>
        <translation>spart</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>costs</source>
        <translation>kostet</translation>
    </message>
    <message>
        <source>Recommendations</source>
        <translation>Empfehlungen</translation>
    </message>
    <message>
        <source>%1, each by itself</source>
        <translation>%1, jede für sich</translation>
    </message>
    <message>
        <source>no effect: %1</source>
        <translation>ohne Wirkung: %1</translation>
    </message>
    <message>
        <source>Needs %1 on the device.</source>
        <translation>Braucht %1 auf dem Gerät.</translation>
    </message>
    <message>
        <source>Interval of the need %1 to %2.</source>
        <translation>Intervall des Bedarfs: %1 bis %2.</translation>
    </message>
    <message>
        <source>Assumptions.</source>
        <translation>Annahmen.</translation>
    </message>
    <message>
        <source>Accuracy.</source>
        <translation>Genauigkeit.</translation>
    </message>
    <message>
        <source>The interval holds nine runs of ten of this kind.</source>
        <translation>Neun von zehn Läufen dieser Art liegen im Intervall.</translation>
    </message>
    <message>
        <source>GB = 10⁹ bytes.</source>
        <translation>GB = 10⁹ Byte.</translation>
    </message>
    <message>
        <source>GiB = 2³⁰ bytes.</source>
        <translation>GiB = 2³⁰ Byte.</translation>
    </message>
    <message>
        <source>Reproduce.</source>
        <translation>Reproduzieren.</translation>
    </message>
    <message>
        <source>no adapter</source>
        <translation>kein Adapter</translation>
    </message>
    <message>
        <source>Beside &quot;%1&quot;</source>
        <translation>Neben „%1“</translation>
    </message>
    <message>
        <source>document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>%1 parameters, %2 trained</source>
        <translation>%1 Parameter, %2 trainiert</translation>
    </message>
    <message>
        <source>On %1 (each card&apos;s need stands below):</source>
        <translation>Auf %1 (Bedarf jeder Karte siehe unten):</translation>
    </message>
    <message>
        <source>a full bar is %1 GiB usable: %2</source>
        <translation>ein voller Balken sind %1 GiB nutzbar: %2</translation>
    </message>
    <message>
        <source>│ stands at %1 GiB usable: %2</source>
        <translation>│ steht bei %1 GiB nutzbar: %2</translation>
    </message>
    <message>
        <source>Peak at %1, layer %7: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>Spitze bei %1, Schicht %7: belegt %2, reserviert %3, auf dem Gerät %4 GiB (90-%-Intervall %5–%6).</translation>
    </message>
    <message>
        <source>Peak at %1: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>Spitze bei %1: belegt %2, reserviert %3, auf dem Gerät %4 GiB (90-%-Intervall %5–%6).</translation>
    </message>
    <message>
        <source>These are lower bounds: %1</source>
        <translation>Dies sind Untergrenzen: %1</translation>
    </message>
    <message>
        <source>Least that runs: %1 GiB reserved. Loading peaks at %2 GiB.</source>
        <translation>Mindestens lauffähig: %1 GiB reserviert. Die Spitze beim Laden ist %2 GiB.</translation>
    </message>
    <message>
        <source>Between steps: weights %1, adapters %2, gradients %3, optimizer %4 GiB.</source>
        <translation>Zwischen Schritten: Gewichte %1, Adapter %2, Gradienten %3, Optimizer %4 GiB.</translation>
    </message>
    <message>
        <source>Stages of a step</source>
        <translation>Phasen eines Schritts</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1: %2 GiB</translation>
    </message>
    <message>
        <source>The load (%1 × %2 tokens) needs %3 GiB, %4 of them cache.</source>
        <translation>Die Last (%1 × %2 Tokens) braucht %3 GiB, davon %4 Cache.</translation>
    </message>
    <message>
        <source>Its cache holds %1 tokens, %2 such sequences at once, or one of %3 tokens.</source>
        <translation>Der Cache fasst %1 Tokens, %2 solche Sequenzen zugleich oder eine von %3 Tokens.</translation>
    </message>
    <message>
        <source>%1: weights %2, cache %3, compute %4 GiB</source>
        <translation>%1: Gewichte %2, Cache %3, Rechenpuffer %4 GiB</translation>
    </message>
    <message>
        <source>Its log will print</source>
        <translation>Das Log wird ausgeben</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>Urteile</translation>
    </message>
    <message>
        <source>longest sequence that fits: %1 tokens</source>
        <translation>längste passende Sequenz: %1 Tokens</translation>
    </message>
    <message>
        <source>largest micro batch: %1</source>
        <translation>größter Micro-Batch: %1</translation>
    </message>
    <message>
        <source>%1 × %2 tokens of context</source>
        <translation>%1 × %2 Tokens Kontext</translation>
    </message>
    <message>
        <source>%1 × %2 tokens</source>
        <translation>%1 × %2 Tokens</translation>
    </message>
    <message>
        <source>%1 double-quantised</source>
        <translation>%1 doppelt quantisiert</translation>
    </message>
    <message>
        <source>full fine-tuning, %1</source>
        <translation>volles Fine-Tuning, %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 rank %2 (DoRA), %3</source>
        <translation>%1 Rang %2 (DoRA), %3</translation>
    </message>
    <message>
        <source>%1 rank %2, %3</source>
        <translation>%1 Rang %2, %3</translation>
    </message>
    <message>
        <source>accumulated %1 times</source>
        <translation>%1-mal akkumuliert</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>Checkpointing</translation>
    </message>
    <message>
        <source>Needs %1 on the device; the peak is at %2.</source>
        <translation>Braucht %1 auf dem Gerät; die Spitze liegt bei %2.</translation>
    </message>
    <message>
        <source>Needs at least %1 on the device; the peak is at %2.</source>
        <translation>Braucht mindestens %1 auf dem Gerät; die Spitze liegt bei %2.</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>%1 (approximate)</source>
        <translation>%1 (ungefähr)</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1 je Token</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>Embedding</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>quantisiert</translation>
    </message>
    <message>
        <source>%1, %2 bits</source>
        <translation>%1, %2 Bit</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>%1 bytes, %2 of them scales and tables, %3 modules quantised</source>
        <translation>%1 Byte, davon %2 Skalen und Tabellen, %3 Module quantisiert</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>angenommen</translation>
    </message>
    <message>
        <source>%1 trainable</source>
        <translation>%1 trainierbar</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>times</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reserviert</translation>
    </message>
    <message>
        <source>Engine takes</source>
        <translation>Engine nimmt</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>While saving</source>
        <translation>Beim Speichern</translation>
    </message>
    <message>
        <source>Sent a step</source>
        <translation>Gesendet je Schritt</translation>
    </message>
    <message>
        <source>Memory profile: %1</source>
        <translation>Speicherprofil: %1</translation>
    </message>
    <message>
        <source>Test configuration</source>
        <translation>Testkonfiguration</translation>
    </message>
    <message>
        <source>Breakdown at the peak</source>
        <translation>Aufschlüsselung an der Spitze</translation>
    </message>
    <message>
        <source>Impact</source>
        <translation>Auswirkung</translation>
    </message>
    <message>
        <source>Next action</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>%1: %2. It needs %3 on the device (nine runs of ten: %4 to %5); the peak is at %6. All figures in %7 (%8).</source>
        <translation>%1: %2. Es braucht %3 auf dem Gerät (neun von zehn Läufen: %4 bis %5); die Spitze liegt bei %6. Alle Zahlen in %7 (%8).</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>Messungen</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>%1 of the document</source>
        <translation>%1 des Dokuments</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>Why they differ</source>
        <translation>Warum sie abweichen</translation>
    </message>
    <message>
        <source>Over or under the target</source>
        <translation>Über oder unter dem Ziel</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>needed, bytes</source>
        <translation>Bedarf, Byte</translation>
    </message>
    <message>
        <source>usable, bytes</source>
        <translation>nutzbar, Byte</translation>
    </message>
    <message>
        <source>over, bytes</source>
        <translation>zu viel, Byte</translation>
    </message>
    <message>
        <source>over, %1</source>
        <translation>zu viel, %1</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>saves, bytes</source>
        <translation>spart, Byte</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Changes are ranked for a card or a budget; none is named.</source>
        <translation>Änderungen werden für eine Karte oder ein Budget geordnet; keines ist genannt.</translation>
    </message>
    <message>
        <source>No change is known that saves memory in this plan.</source>
        <translation>Keine Änderung bekannt, die in diesem Plan Speicher spart.</translation>
    </message>
    <message>
        <source>Without effect in this plan.</source>
        <translation>Ohne Wirkung in diesem Plan.</translation>
    </message>
    <message>
        <source>What does nothing here, and why</source>
        <translation>Was hier nichts bewirkt, und warum</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architektur</translation>
    </message>
    <message>
        <source>LoRA configuration</source>
        <translation>LoRA-Konfiguration</translation>
    </message>
    <message>
        <source>For each billion parameters</source>
        <translation>Je Milliarde Parameter</translation>
    </message>
    <message>
        <source>%1 per billion</source>
        <translation>%1 je Milliarde</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Passt wohl nicht auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Startet auf %1, teils auf dem Host: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Probably does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Passt wahrscheinlich nicht auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Startet nicht auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Nicht bekannt auf %1: mindestens %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>Passt nicht auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) zu viel</translation>
    </message>
    <message>
        <source>Fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Passt auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Probably fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Passt wahrscheinlich auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Probably tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Wahrscheinlich knapp auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Startet auf %1, teils auf dem Host: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Unlikely on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>Passt wohl nicht auf %1 mit geteiltem Speicher: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) übrig</translation>
    </message>
    <message>
        <source>Does not fit on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>Passt nicht auf %1 mit geteiltem Speicher: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) übrig</translation>
    </message>
    <message>
        <source>Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Startet nicht auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>Nicht bekannt auf %1: mindestens %2 von %3 nutzbar, %4 (%5 Byte, %6 %) übrig</translation>
    </message>
    <message>
        <source>Tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>Knapp auf %1: %2 von %3 nutzbar, %4 (%5 Byte, %6 %) frei</translation>
    </message>
    <message>
        <source>Needs %1 (%2 bytes) on the device; no card and no budget is named to hold it against</source>
        <translation>Braucht %1 (%2 Byte) auf dem Gerät; keine Karte und kein Budget zum Vergleich genannt</translation>
    </message>
    <message>
        <source>Any card with %1 usable holds nine runs of ten like this one.</source>
        <translation>Jede Karte mit %1 nutzbar fasst neun von zehn Läufen wie diesen.</translation>
    </message>
    <message>
        <source>It runs on %1. Its highest moment is at %2; %3 stay for longer sequences, a larger batch or other processes on the card.</source>
        <translation>Es läuft auf %1. Der höchste Moment liegt bei %2; %3 bleiben für längere Sequenzen, größere Batches oder andere Prozesse auf der Karte.</translation>
    </message>
    <message>
        <source>It ends out of memory on %1 at %2, before its first step is done: %3 are missing. Nothing runs until the plan or the card changes.</source>
        <translation>Auf %1 geht bei %2 der Speicher aus, bevor der erste Schritt fertig ist: %3 fehlen. Ohne anderen Plan oder andere Karte läuft nichts.</translation>
    </message>
    <message>
        <source>Name a card or a budget; then this report says whether it fits.</source>
        <translation>Eine Karte oder ein Budget nennen; dann sagt dieser Bericht, ob es passt.</translation>
    </message>
    <message>
        <source>Start it, and lay what is measured beside this plan (%1).</source>
        <translation>Starten und die Messung neben diesen Plan legen (%1).</translation>
    </message>
    <message>
        <source>Measure the first steps on %1: what is left out decides.</source>
        <translation>Die ersten Schritte auf %1 messen: Was nicht erfasst ist, entscheidet.</translation>
    </message>
    <message>
        <source>%1: it saves %2 (%3 bytes), and then fits. Its cost: %4.</source>
        <translation>%1: spart %2 (%3 Byte) und passt dann. Der Preis: %4.</translation>
    </message>
    <message>
        <source>none is known</source>
        <translation>keiner bekannt</translation>
    </message>
    <message>
        <source>Run the longest samples first, and watch the first steps (%1).</source>
        <translation>Die längsten Samples zuerst laufen lassen und die ersten Schritte beobachten (%1).</translation>
    </message>
    <message>
        <source>Take a larger card or several: no change of this plan makes it fit here.</source>
        <translation>Eine größere Karte oder mehrere nehmen: Keine Änderung dieses Plans macht ihn hier passend.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>Aktiv je Token</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>Hidden Size</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Attention-Heads</translation>
    </message>
    <message>
        <source>%1 of %2, %3 for keys and values</source>
        <translation>%1 zu %2, %3 für Keys und Values</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabular</translation>
    </message>
    <message>
        <source>Embedding and head</source>
        <translation>Embedding und Head</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>ein Tensor</translation>
    </message>
    <message>
        <source>two tensors</source>
        <translation>zwei Tensoren</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>Trained parameters</source>
        <translation>Trainierte Parameter</translation>
    </message>
    <message>
        <source>%1, %2 % of all</source>
        <translation>%1, %2 % von allen</translation>
    </message>
    <message>
        <source>Their sum</source>
        <translation>Ihre Summe</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>first stage</source>
        <translation>erste Stufe</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>Stufe %1</translation>
    </message>
    <message>
        <source>last stage</source>
        <translation>letzte Stufe</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Host, while loading</source>
        <translation>Host, beim Laden</translation>
    </message>
    <message>
        <source>Host, while training</source>
        <translation>Host, beim Training</translation>
    </message>
    <message>
        <source>of it pinned</source>
        <translation>davon gepinnt</translation>
    </message>
    <message>
        <source>Rank 0&apos;s card, while saving</source>
        <translation>Karte von Rank 0, beim Speichern</translation>
    </message>
    <message>
        <source>Host of rank 0, while saving</source>
        <translation>Host von Rank 0, beim Speichern</translation>
    </message>
    <message>
        <source>Sent by a rank in a step</source>
        <translation>Von einem Rank je Schritt gesendet</translation>
    </message>
    <message>
        <source>Beside the cards</source>
        <translation>Neben den Karten</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Running %1 %2</source>
        <translation>Das Ausführen von %2 in %1</translation>
    </message>
    <message>
        <source>Extracting states of %1</source>
        <translation>Das Auslesen der Zustände von %1</translation>
    </message>
    <message>
        <source>A full %1 fine-tune of %2</source>
        <translation>Ein volles %1-Fine-Tuning von %2</translation>
    </message>
    <message>
        <source>A %1 fine-tune of %2</source>
        <translation>Ein %1-Fine-Tuning von %2</translation>
    </message>
    <message>
        <source>%1 tokens of context, %2 at once</source>
        <translation>%1 Tokens Kontext, %2 zugleich</translation>
    </message>
    <message>
        <source>rank %3, %1 tokens, micro batch %2</source>
        <translation>Rang %3, %1 Tokens, Micro-Batch %2</translation>
    </message>
    <message>
        <source>%1 tokens, micro batch %2</source>
        <translation>%1 Tokens, Micro-Batch %2</translation>
    </message>
    <message>
        <source>, and fits on %1</source>
        <translation> und passt auf %1</translation>
    </message>
    <message>
        <source>, and probably fits on %1</source>
        <translation> und passt wahrscheinlich auf %1</translation>
    </message>
    <message>
        <source>, and is tight on %1</source>
        <translation> und ist knapp auf %1</translation>
    </message>
    <message>
        <source>, and is probably tight on %1</source>
        <translation> und ist wahrscheinlich knapp auf %1</translation>
    </message>
    <message>
        <source>, and starts on %1 with %2 of %3 requests at once</source>
        <translation> und startet auf %1 mit %2 von %3 Anfragen zugleich</translation>
    </message>
    <message>
        <source>, and starts on %1, partly on the host</source>
        <translation> und startet auf %1, teils auf dem Host</translation>
    </message>
    <message>
        <source>, and is unlikely to fit on %1</source>
        <translation> und passt wohl nicht auf %1</translation>
    </message>
    <message>
        <source>, and does not fit on %1</source>
        <translation> und passt nicht auf %1</translation>
    </message>
    <message>
        <source>, and probably does not fit on %1</source>
        <translation> und passt wahrscheinlich nicht auf %1</translation>
    </message>
    <message>
        <source>, and does not start on %1</source>
        <translation> und startet nicht auf %1</translation>
    </message>
    <message>
        <source>, and may or may not fit on %1</source>
        <translation> und passt vielleicht auf %1, vielleicht nicht</translation>
    </message>
    <message>
        <source>, fits on %1</source>
        <translation>, passt auf %1</translation>
    </message>
    <message>
        <source>, probably fits on %1</source>
        <translation>, passt wahrscheinlich auf %1</translation>
    </message>
    <message>
        <source>, is tight on %1</source>
        <translation>, ist knapp auf %1</translation>
    </message>
    <message>
        <source>, is probably tight on %1</source>
        <translation>, ist wahrscheinlich knapp auf %1</translation>
    </message>
    <message>
        <source>, starts on %1 with %2 of %3 requests at once</source>
        <translation>, startet auf %1 mit %2 von %3 Anfragen zugleich</translation>
    </message>
    <message>
        <source>, starts on %1, partly on the host</source>
        <translation>, startet auf %1, teils auf dem Host</translation>
    </message>
    <message>
        <source>, is unlikely to fit on %1</source>
        <translation>, passt wohl nicht auf %1</translation>
    </message>
    <message>
        <source>, does not fit on %1</source>
        <translation>, passt nicht auf %1</translation>
    </message>
    <message>
        <source>, probably does not fit on %1</source>
        <translation>, passt wahrscheinlich nicht auf %1</translation>
    </message>
    <message>
        <source>, does not start on %1</source>
        <translation>, startet nicht auf %1</translation>
    </message>
    <message>
        <source>, may or may not fit on %1</source>
        <translation>, passt vielleicht auf %1, vielleicht nicht</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan mindestens %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory on each of %7 ranks%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan auf jedem von %7 Ranks %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory on each of %7 ranks%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan auf jedem von %7 Ranks mindestens %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory on the fullest of %7 ranks%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan auf dem vollsten von %7 Ranks %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory on the fullest of %7 ranks%4%5 (%6).</source>
        <translation>%1 (%2) braucht laut Plan auf dem vollsten von %7 Ranks mindestens %3 GPU-Speicher%4%5 (%6).</translation>
    </message>
    <message>
        <source>%1 would need %2</source>
        <translation>%1 bräuchte %2</translation>
    </message>
    <message>
        <source>GPU memory: %1</source>
        <translation>GPU-Speicher: %1</translation>
    </message>
    <message>
        <source>All figures in %1 (%2).</source>
        <translation>Alle Zahlen in %1 (%2).</translation>
    </message>
    <message>
        <source>%1 at its peak (%2)</source>
        <translation>%1 an der Spitze (%2)</translation>
    </message>
    <message>
        <source>%1 at its peak (%2) on %3</source>
        <translation>%1 an der Spitze (%2) auf %3</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>Generierung</translation>
    </message>
    <message>
        <source>teacher</source>
        <translation>Teacher-Modell</translation>
    </message>
    <message>
        <source>update</source>
        <translation>Update</translation>
    </message>
    <message>
        <source>model that trains</source>
        <translation>trainiertes Modell</translation>
    </message>
    <message>
        <source>reward model</source>
        <translation>Reward-Modell</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>%1: %2 GiB on the host</source>
        <translation>%1: %2 GiB auf dem Host</translation>
    </message>
    <message>
        <source>%1: %2 GiB on the card</source>
        <translation>%1: %2 GiB auf der Karte</translation>
    </message>
    <message>
        <source>%1: allocated %2, reserved %3, on the device %4 GiB, the fullest</source>
        <translation>%1: belegt %2, reserviert %3, auf dem Gerät %4 GiB, der vollste</translation>
    </message>
    <message>
        <source>%1: allocated %2, reserved %3, on the device %4 GiB</source>
        <translation>%1: belegt %2, reserviert %3, auf dem Gerät %4 GiB</translation>
    </message>
    <message>
        <source>bound by the card&apos;s arithmetic</source>
        <translation>begrenzt durch die Rechenleistung der Karte</translation>
    </message>
    <message>
        <source>bound by the card&apos;s memory</source>
        <translation>begrenzt durch den Speicher der Karte</translation>
    </message>
    <message>
        <source>bound by what cards send each other</source>
        <translation>begrenzt durch den Verkehr zwischen den Karten</translation>
    </message>
    <message>
        <source>%1: %2 needs compute capability %3, %4 has %5: the run does not start there, and its time is told of the type that operands have</source>
        <translation>%1: %2 braucht Compute Capability %3, %4 hat %5: Der Lauf startet dort nicht, und seine Zeit ist die des Typs der Operanden</translation>
    </message>
    <message>
        <source>; %1: %2</source>
        <translation>; %1: %2</translation>
    </message>
    <message>
        <source>; %1: %2, %3</source>
        <translation>; %1: %2, %3</translation>
    </message>
    <message>
        <source>%1 a million tokens in %2: %3</source>
        <translation>%1 für eine Million Token in %2: %3</translation>
    </message>
    <message>
        <source>a million tokens in %1: %2</source>
        <translation>eine Million Token in %1: %2</translation>
    </message>
    <message>
        <source>%1 in %2 for %3: %4</source>
        <translation>%1 in %2 für %3: %4</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%1 in %2: %3</translation>
    </message>
    <message>
        <source>%1: changes the time and no memory (%2)</source>
        <translation>%1: ändert die Zeit, nicht den Speicher (%2)</translation>
    </message>
    <message>
        <source>time: a bridge joins both cards, %1 GB a second</source>
        <translation>Zeit: Eine Brücke verbindet beide Karten, %1 GB je Sekunde</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, as was measured with peer-to-peer</source>
        <translation>Zeit: %1 Karten an PCI Express senden im Ring %2 GB je Sekunde, wie mit Peer-to-Peer gemessen</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, by way of the host&apos;s memory and on half their lanes; a machine may be twice as fast or slow</source>
        <translation>Zeit: %1 Karten an PCI Express senden im Ring %2 GB je Sekunde, über den Speicher des Hosts und auf der Hälfte ihrer Lanes; eine Maschine kann doppelt so schnell oder langsam sein</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, peer to peer without a bridge; a machine may be twice as fast or slow, and without peer-to-peer slower still</source>
        <translation>Zeit: %1 Karten an PCI Express senden im Ring %2 GB je Sekunde, Peer-to-Peer ohne Brücke; eine Maschine kann doppelt so schnell oder langsam sein, ohne Peer-to-Peer noch langsamer</translation>
    </message>
    <message>
        <source>time: completions are generated in a step of which no length is stated (%1, %2): those seconds are not in it</source>
        <translation>Zeit: In einem Schritt entstehen Antworten, deren Länge niemand angibt (%1, %2): Diese Sekunden sind nicht enthalten</translation>
    </message>
    <message>
        <source>time: how fast %1 is, no source says; taken for %2</source>
        <translation>Zeit: Wie schnell %1 ist, sagt keine Quelle; angenommen wie %2</translation>
    </message>
    <message>
        <source>time: none is told of the task %1</source>
        <translation>Zeit: Für die Aufgabe %1 wird keine genannt</translation>
    </message>
    <message>
        <source>time: none without a card (%1)</source>
        <translation>Zeit: keine ohne Karte (%1)</translation>
    </message>
    <message>
        <source>time: none, nobody states how fast memory and arithmetic of %1 are</source>
        <translation>Zeit: keine, niemand gibt an, wie schnell Speicher und Rechenwerke von %1 sind</translation>
    </message>
    <message>
        <source>time: none, not all that the run does is simulated: %1</source>
        <translation>Zeit: keine, nicht alles, was der Lauf tut, wird simuliert: %1</translation>
    </message>
    <message>
        <source>time: none is told of serving a model that generates no text</source>
        <translation>Zeit: keine für ein Modell, das keinen Text erzeugt</translation>
    </message>
    <message>
        <source>time: none, no rate of %1 is known in which this run computes</source>
        <translation>Zeit: keine, von %1 ist keine Rate bekannt, in der dieser Lauf rechnet</translation>
    </message>
    <message>
        <source>time: without CUDA graphs the host launches each kernel, at least %1 ms a step</source>
        <translation>Zeit: Ohne CUDA-Graphen startet der Host jeden Kernel, mindestens %1 ms je Schritt</translation>
    </message>
    <message>
        <source>one more forward a step</source>
        <translation>ein Vorwärtslauf mehr je Schritt</translation>
    </message>
    <message>
        <source>; a million tokens in %1</source>
        <translation>; eine Million Token in %1</translation>
    </message>
    <message>
        <source>none of %1 holds it, or how fast it is there is not known</source>
        <translation>keine aus %1 fasst es, oder wie schnell es dort ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>of those of %1 that hold it none is faster</source>
        <translation>von denen aus %1, die es fassen, ist keine schneller</translation>
    </message>
    <message>
        <source>it fits on no offer of a card of %1 whose price and speed are known</source>
        <translation>es passt auf kein Angebot einer Karte aus %1, deren Preis und Tempo bekannt sind</translation>
    </message>
    <message>
        <source>bound by the host or its bus</source>
        <translation>begrenzt durch den Host oder seinen Bus</translation>
    </message>
    <message>
        <source>%1 on %2: about %3, %4 to %5.</source>
        <translation>%1 auf %2: etwa %3, %4 bis %5.</translation>
    </message>
    <message>
        <source>%1 on %2: about %3, %4 to %5; $ %6 (%7).</source>
        <translation>%1 auf %2: etwa %3, %4 bis %5; $ %6 (%7).</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 Tage</translation>
    </message>
    <message>
        <source>A step takes %1 to %2: about %3 tokens a second, %4 % of the peak; %5.</source>
        <translation>Ein Schritt dauert %1 bis %2: etwa %3 Tokens je Sekunde, %4 % der Spitzenleistung; %5.</translation>
    </message>
    <message>
        <source>A prompt is read at about %1 tokens a second (its first token comes after %2), a sequence is written at %3 to %4; all together come out %5 tokens a second; %6.</source>
        <translation>Ein Prompt wird mit etwa %1 Tokens je Sekunde gelesen (das erste Token kommt nach %2), eine Sequenz mit %3 bis %4 geschrieben; insgesamt entstehen %5 Tokens je Sekunde; %6.</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>Zwischenspeicher</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>Laufzeit</translation>
    </message>
    <message>
        <source>GPU memory in %1 (%2) of %3, planned with Plimsoll %4: %5. Allocated and reserved are the peaks that PyTorch reports, on the device is what nvidia-smi shows.</source>
        <translation>GPU-Speicher in %1 (%2) von %3, geplant mit Plimsoll %4: %5. Belegt und reserviert sind die Spitzen, die PyTorch meldet; auf dem Gerät ist, was nvidia-smi zeigt.</translation>
    </message>
    <message>
        <source>%1 (or %2 in the configuration)</source>
        <translation>%1 (oder %2 in der Konfiguration)</translation>
    </message>
    <message>
        <source>GGUF types are for inference only</source>
        <translation>GGUF-Typen sind nur zur Inferenz da</translation>
    </message>
    <message>
        <source>%1 needs quantised weights</source>
        <translation>%1 braucht quantisierte Gewichte</translation>
    </message>
    <message>
        <source>weights quantised as %1 cannot be trained themselves</source>
        <translation>mit %1 quantisierte Gewichte lassen sich nicht selbst trainieren</translation>
    </message>
    <message>
        <source>%1 clamps %2 while it trains, which %3 has packed into bytes (%4)</source>
        <translation>%1 begrenzt beim Training den Wertebereich von %2, das %3 in Bytes gepackt hat (%4)</translation>
    </message>
    <message>
        <source>false, or %1 and %2</source>
        <translation>false, oder %1 und %2</translation>
    </message>
    <message>
        <source>%1 steps in backward only where gradients are neither accumulated nor clipped</source>
        <translation>%1 macht den Schritt nur dann im Rückwärtslauf, wenn Gradienten weder akkumuliert noch geclippt werden</translation>
    </message>
    <message>
        <source>less than %1, which is %2</source>
        <translation>weniger als %1, das %2 ist</translation>
    </message>
    <message>
        <source>BF16 needs compute capability %1; the card has %2 and would compute it slowly or not at all</source>
        <translation>BF16 braucht Compute Capability %1; die Karte hat %2 und würde es langsam oder gar nicht rechnen</translation>
    </message>
    <message>
        <source>BF16 needs compute capability %1; %3 has %2 and would compute it slowly or not at all</source>
        <translation>BF16 braucht Compute Capability %1; %3 hat %2 und würde es langsam oder gar nicht rechnen</translation>
    </message>
    <message>
        <source>%1: %2 is longer than the %3 positions that the model was made for</source>
        <translation>%1: %2 ist länger als die %3 Positionen, für die das Modell gemacht ist</translation>
    </message>
    <message>
        <source>%1: only %2 returns attention weights; of %3 none are kept (%4)</source>
        <translation>%1: Nur %2 gibt Attention-Gewichte zurück; von %3 bleiben keine (%4)</translation>
    </message>
    <message>
        <source>%1 does not support %2</source>
        <translation>%1 unterstützt %2 nicht</translation>
    </message>
    <message>
        <source>%1 runs another flash kernel in place of %2 for %3</source>
        <translation>%1 nutzt für %3 einen anderen Flash-Kernel statt %2</translation>
    </message>
    <message>
        <source>is too large to plan</source>
        <translation>ist zu groß zum Planen</translation>
    </message>
    <message>
        <source>%1 with %2 or %3</source>
        <translation>%1 mit %2 oder %3</translation>
    </message>
    <message>
        <source>%1; to plan anything else give the model&apos;s %2</source>
        <translation>%1; um anderes zu planen, %2 des Modells angeben</translation>
    </message>
    <message>
        <source>the file says the type of each tensor</source>
        <translation>die Datei nennt den Typ jedes Tensors</translation>
    </message>
    <message>
        <source>%1 with %2 %3</source>
        <translation>%1 mit %2 %3</translation>
    </message>
    <message>
        <source>a product whose bytes stay below %1</source>
        <translation>ein Produkt, dessen Bytes unter %1 bleiben</translation>
    </message>
    <message>
        <source>rows whose logits stay below %1 bytes</source>
        <translation>Zeilen, deren Logits unter %1 Byte bleiben</translation>
    </message>
    <message>
        <source>%1 has kernels for compute capability %2 and %3; %4 has %5</source>
        <translation>%1 hat Kernel für Compute Capability %2 und %3; %4 hat %5</translation>
    </message>
    <message>
        <source>%1 of what trains: the gradient scaler raises &quot;%2&quot; (%3)</source>
        <translation>%1 des Trainierten: Der Gradient-Scaler wirft „%2“ (%3)</translation>
    </message>
    <message>
        <source>%1 of what trains: the gradient scaler has no kernel, &quot;%2&quot; (%3)</source>
        <translation>%1 des Trainierten: Der Gradient-Scaler hat keinen Kernel, „%2“ (%3)</translation>
    </message>
    <message>
        <source>%1&apos;s attention gives %2 an input of four dimensions, of which bitsandbytes&apos; product in 8 bits raises (%3)</source>
        <translation>die Attention von %1 gibt %2 eine Eingabe mit vier Dimensionen, bei der das 8-Bit-Produkt von bitsandbytes einen Fehler wirft (%3)</translation>
    </message>
    <message>
        <source>%1 does not support activation checkpointing: %2 raises (%3)</source>
        <translation>%1 unterstützt kein Checkpointing von Aktivierungen: %2 wirft einen Fehler (%3)</translation>
    </message>
    <message>
        <source>the model has no layer with attention, and its cache then does not know how long it is: %1 raises (%2)</source>
        <translation>das Modell hat keine Schicht mit Attention, und sein Cache kennt dann seine Länge nicht: %1 wirft einen Fehler (%2)</translation>
    </message>
    <message>
        <source>%1 takes fp16 and bf16 only; weights in fp32 and no autocast give it neither</source>
        <translation>%1 nimmt nur fp16 und bf16; Gewichte in fp32 ohne Autocast liefern keines davon</translation>
    </message>
    <message>
        <source>%1 takes heads of at most %2; this model has some of %3</source>
        <translation>%1 nimmt Heads von höchstens %2; dieses Modell hat welche von %3</translation>
    </message>
    <message>
        <source>the model&apos;s class raises where %1 meets ALiBi</source>
        <translation>die Klasse des Modells wirft einen Fehler, wo %1 auf ALiBi trifft</translation>
    </message>
    <message>
        <source>true, false, or the embedding in %1</source>
        <translation>true, false, oder das Embedding in %1</translation>
    </message>
    <message>
        <source>reentrant checkpointing gives no gradients to layers whose input needs none, and below these nothing trains (%1)</source>
        <translation>reentrantes Checkpointing gibt Schichten, deren Eingabe keine Gradienten braucht, keine, und darunter trainiert nichts (%1)</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 takes %3 tokens, and a request of that length has %4 GiB of keys and values (of %5 tokens %6 GiB).</source>
        <translation>%1 ist nicht angegeben: %2 nimmt %3 Tokens, und eine Anfrage dieser Länge hat %4 GiB Keys und Values (bei %5 Tokens %6 GiB).</translation>
    </message>
    <message>
        <source>%1 is not stated, and %2 has no length of its own: %3 tokens are planned, %4 GiB of keys and values a request. The model&apos;s own %5 tokens have %6 GiB.</source>
        <translation>%1 ist nicht angegeben, und %2 hat keine eigene Länge: Geplant sind %3 Tokens, %4 GiB Keys und Values je Anfrage. Die %5 Tokens des Modells haben %6 GiB.</translation>
    </message>
    <message>
        <source>%1, %2 and %3 hold experts quantised, as does %4.</source>
        <translation>%1, %2 und %3 halten Experten quantisiert, ebenso %4.</translation>
    </message>
    <message>
        <source>%1, %2 and %3 hold experts quantised.</source>
        <translation>%1, %2 und %3 halten Experten quantisiert.</translation>
    </message>
    <message>
        <source>%1, %2 and %3 train on packed experts.</source>
        <translation>%1, %2 und %3 trainieren auf gepackten Experten.</translation>
    </message>
    <message>
        <source>%1 and %2 train on packed experts.</source>
        <translation>%1 und %2 trainieren auf gepackten Experten.</translation>
    </message>
    <message>
        <source>No module of this model is named %1: it changes nothing.</source>
        <translation>Kein Modul dieses Modells heißt %1: Es ändert nichts.</translation>
    </message>
    <message>
        <source>%1 packs linear modules only, and this model&apos;s experts are fused parameters: they stay in %2, %3 GiB.</source>
        <translation>%1 packt nur lineare Module, und die Experten dieses Modells sind fusionierte Parameter: Sie bleiben in %2, %3 GiB.</translation>
    </message>
    <message>
        <source>%1 turns the experts to float32 besides: %2 GiB in place of %3 GiB; %4 leaves them in %5.</source>
        <translation>%1 macht zudem die Experten zu float32: %2 GiB statt %3 GiB; %4 lässt sie in %5.</translation>
    </message>
    <message>
        <source>it takes no memory of a step</source>
        <translation>es braucht keinen Speicher im Schritt</translation>
    </message>
    <message>
        <source>%1: without effect, %2</source>
        <translation>%1: ohne Wirkung, %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Without effect here: %1</source>
        <translation>Hier ohne Wirkung: %1</translation>
    </message>
    <message>
        <source>%1 of %2 calls the convolution of %3: where that is not installed, a training step raises. The figures are those with both packages.</source>
        <translation>%1 von %2 ruft die Faltung von %3 auf: Wo das nicht installiert ist, wirft ein Trainingsschritt einen Fehler. Die Zahlen gelten mit beiden Paketen.</translation>
    </message>
    <message>
        <source>%1 of %2 multiplies with the matrix of %3 itself, which one packed by %4 does not allow: a training step raises. The figures are those without %2.</source>
        <translation>%1 von %2 multipliziert mit der Matrix von %3 selbst, was eine mit %4 gepackte nicht zulässt: Ein Trainingsschritt wirft einen Fehler. Die Zahlen gelten ohne %2.</translation>
    </message>
    <message>
        <source>%1 of %2 multiplies with these matrices themselves: %3. Their adapters have no part in a training step, and nothing trains them.</source>
        <translation>%1 von %2 multipliziert mit diesen Matrizen selbst: %3. Ihre Adapter nehmen am Trainingsschritt nicht teil, und nichts trainiert sie.</translation>
    </message>
    <message>
        <source>this plan does not run through %1</source>
        <translation>dieser Plan läuft nicht durch %1</translation>
    </message>
    <message>
        <source>nothing is known to differ between releases of %1 here</source>
        <translation>zwischen Versionen von %1 ist hier kein Unterschied bekannt</translation>
    </message>
    <message>
        <source>nothing is known to differ here from %1 %2</source>
        <translation>zu %1 %2 ist hier kein Unterschied bekannt</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and %2 checkpoints hold float16 beside their integers</source>
        <translation>%1: der des Checkpoints; die Konfiguration nennt keinen, und %2-Checkpoints halten float16 neben ihren Ganzzahlen</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and checkpoints of %2 are float32, from before transformers wrote dtypes</source>
        <translation>%1: der des Checkpoints; die Konfiguration nennt keinen, und %2-Checkpoints sind float32, aus der Zeit, bevor transformers dtypes schrieb</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and most checkpoints are bf16</source>
        <translation>%1: der des Checkpoints; die Konfiguration nennt keinen, und die meisten Checkpoints sind bf16</translation>
    </message>
    <message>
        <source>%1 without a dtype</source>
        <translation>%1 ohne dtype</translation>
    </message>
    <message>
        <source>%1, %2 quantiser without a dtype</source>
        <translation>%1, %2-Quantisierer ohne dtype</translation>
    </message>
    <message>
        <source>%1, the configuration&apos;s dtype</source>
        <translation>%1, dtype der Konfiguration</translation>
    </message>
    <message>
        <source>%1 takes its fastest kernel for this card where nothing is said (%2)</source>
        <translation>%1 nimmt seinen schnellsten Kernel für diese Karte, wo nichts angegeben ist (%2)</translation>
    </message>
    <message>
        <source>what %1&apos;s gated delta nets keep is counted from their sources, and measured runs took more</source>
        <translation>was die Gated Delta Nets von %1 behalten, ist nach ihrem Quelltext gezählt; gemessene Läufe brauchten mehr</translation>
    </message>
    <message>
        <source>%1 loads %2, the class that the configuration names: %3 parameters of its towers stand beside the language model, and text does not run them.</source>
        <translation>%1 lädt %2, die in der Konfiguration genannte Klasse: %3 Parameter ihrer Türme stehen neben dem Sprachmodell, und Text führt sie nicht aus.</translation>
    </message>
    <message>
        <source>%1 cannot be applied to %2 with %3: it raises an ImportError over an output class that went. The figures are those of an older %4, or of a later Liger.</source>
        <translation>%1 lässt sich mit %3 nicht auf %2 anwenden: Es wirft einen ImportError wegen einer entfallenen Ausgabeklasse. Die Zahlen gelten für ein älteres %4 oder ein neueres Liger.</translation>
    </message>
    <message>
        <source>%1 patches no model of type %2</source>
        <translation>%1 patcht kein Modell vom Typ %2</translation>
    </message>
    <message>
        <source>%1 patches models of type %2 since its release %3</source>
        <translation>%1 patcht Modelle vom Typ %2 ab Version %3</translation>
    </message>
    <message>
        <source>%1: planned on text. Tokens that stand for images or sound count as %2; what the towers compute per image is not in the figures, and how much it is, is not known.</source>
        <translation>%1: auf Text geplant. Tokens für Bilder oder Ton zählen als %2; was die Türme je Bild rechnen, ist nicht in den Zahlen, und wie viel es ist, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1: %2 positions at most, whatever %3 says.</source>
        <translation>%1: höchstens %2 Positionen, was immer %3 sagt.</translation>
    </message>
    <message>
        <source>the name %1</source>
        <translation>der Name %1</translation>
    </message>
    <message>
        <source>what %1 takes of %2, which holds several types</source>
        <translation>was %1 von %2 nimmt, das mehrere Typen enthält</translation>
    </message>
    <message>
        <source>the name %1 speaks of packed weights (%2), the configuration of none: they are planned as they are; set %3</source>
        <translation>der Name %1 spricht von gepackten Gewichten (%2), die Konfiguration von keinen: Sie werden geplant, wie sie sind; %3 setzen</translation>
    </message>
    <message>
        <source>the name %1 speaks of packed weights (%2), the configuration of none: planned as they are, they are about %4 times larger; set %3</source>
        <translation>der Name %1 spricht von gepackten Gewichten (%2), die Konfiguration von keinen: So geplant, sind sie etwa %4-mal größer; %3 setzen</translation>
    </message>
    <message>
        <source>%1 generates beside the training and takes the share %2 of the card, which is not simulated</source>
        <translation>%1 generiert neben dem Training und nimmt den Anteil %2 der Karte, was nicht simuliert ist</translation>
    </message>
    <message>
        <source>%1 generates beside the training and takes a share of the card that %2 does not say; it is not in the figures</source>
        <translation>%1 generiert neben dem Training und nimmt einen Anteil der Karte, den %2 nicht nennt; er ist nicht in den Zahlen</translation>
    </message>
    <message>
        <source>%1 generates beside the training: awake it takes the share %2 of the card, %3, asleep some %4; whether its weights and a sequence fit into that is not simulated</source>
        <translation>%1 generiert nebenher: wach Anteil %2 der Karte, %3, schlafend etwa %4; ob Gewichte und eine Sequenz hineinpassen, ist nicht simuliert</translation>
    </message>
    <message>
        <source>%1 generates beside the training and holds the share %2 of the card, %3, while the model trains, since nothing puts it to sleep; whether its weights and a sequence fit into that is not simulated</source>
        <translation>%1 generiert neben dem Training und hält den Anteil %2 der Karte, %3, während das Modell trainiert, da nichts es schlafen legt; ob Gewichte und eine Sequenz hineinpassen, ist nicht simuliert</translation>
    </message>
    <message>
        <source>%1 stands on the cards that train and is in the figures, as it starts there; what it serves is another plan, of %2.</source>
        <translation>%1 steht auf den Trainingskarten und ist in den Zahlen, wie es dort startet; was es bedient, ist ein anderer Plan, von %2.</translation>
    </message>
    <message>
        <source>%1: what autograd keeps goes to the host at once; the few tensors still on their way over a second stream are not counted.</source>
        <translation>%1: Was autograd behält, geht sofort zum Host; die wenigen Tensoren, die über einen zweiten Stream noch unterwegs sind, zählen nicht.</translation>
    </message>
    <message>
        <source>%1: %2 around each layer&apos;s %3 block, projections included.</source>
        <translation>%1: %2 um den %3-Block jeder Schicht, samt Projektionen.</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in a model of this kind is not simulated: the peak is that of a step that is not compiled, and the interval is wider.</source>
        <translation>%1: Was inductor in einem Modell dieser Art fusioniert, ist nicht simuliert: Die Spitze ist die eines Schritts, der nicht kompiliert ist, und das Intervall ist breiter.</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in attention, in norms and in the loss is simulated; what it fuses in routers and experts is not, and the interval is wider.</source>
        <translation>%1: Was inductor in der Attention, in Normen und im Loss fusioniert, ist simuliert; was es in Routern und Experten fusioniert, nicht, und das Intervall ist breiter.</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in the layers of a dense decoder and in its loss is simulated; what it reuses within a kernel&apos;s graph is not, and the interval is wider.</source>
        <translation>%1: Was inductor in den Schichten eines dichten Decoders und in dessen Loss fusioniert, ist simuliert; was es im Graphen eines Kernels wiederverwendet, nicht, und das Intervall ist breiter.</translation>
    </message>
    <message>
        <source>%1 wraps linear modules alone with %2</source>
        <translation>%1 umschließt mit %2 nur lineare Module</translation>
    </message>
    <message>
        <source>%1 makes no other adapters</source>
        <translation>%1 macht keine anderen Adapter</translation>
    </message>
    <message>
        <source>weights that are not packed</source>
        <translation>nicht gepackte Gewichte</translation>
    </message>
    <message>
        <source>%1&apos;s forward reads the matrix itself, whose packed form has another shape</source>
        <translation>der Vorwärtslauf von %1 liest die Matrix selbst, deren gepackte Form anders ist</translation>
    </message>
    <message>
        <source>what %1 (%2) makes and keeps in a step is not simulated, its parameters alone are counted</source>
        <translation>was %1 (%2) im Schritt anlegt und behält, ist nicht simuliert; nur seine Parameter zählen</translation>
    </message>
    <message>
        <source>compute capability %1, no card was named</source>
        <translation>Compute Capability %1, keine Karte genannt</translation>
    </message>
    <message>
        <source>%1 has compute capability %2</source>
        <translation>%1 hat Compute Capability %2</translation>
    </message>
    <message>
        <source>the releases whose behaviour the planner knows</source>
        <translation>die Versionen, deren Verhalten der Planer kennt</translation>
    </message>
    <message>
        <source>the release whose start the planner knows</source>
        <translation>die Version, deren Start der Planer kennt</translation>
    </message>
    <message>
        <source>the weights are quantised</source>
        <translation>die Gewichte sind quantisiert</translation>
    </message>
    <message>
        <source>an adapter is given</source>
        <translation>ein Adapter ist angegeben</translation>
    </message>
    <message>
        <source>neither an adapter nor quantised weights are given</source>
        <translation>weder Adapter noch quantisierte Gewichte sind angegeben</translation>
    </message>
    <message>
        <source>neither the plan nor the configuration quantises</source>
        <translation>weder Plan noch Konfiguration quantisiert</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 is unpacked while it is converted</source>
        <translation>%1 der Konfiguration wird beim Konvertieren entpackt</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 cannot be trained; unpacked while loading</source>
        <translation>%1 der Konfiguration ist nicht trainierbar; beim Laden entpackt</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 (%2), which the loader unpacks on this card</source>
        <translation>%1 der Konfiguration (%2), das der Lader auf dieser Karte entpackt</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1</source>
        <translation>%1 der Konfiguration</translation>
    </message>
    <message>
        <source>the loader leaves nothing quantised</source>
        <translation>der Lader lässt nichts quantisiert</translation>
    </message>
    <message>
        <source>the loader leaves nothing quantised as %1</source>
        <translation>der Lader lässt nichts als %1 quantisiert</translation>
    </message>
    <message>
        <source>what %1&apos;s loader makes of it for %2 weights</source>
        <translation>was der Lader von %1 für %2-Gewichte daraus macht</translation>
    </message>
    <message>
        <source>half of the context</source>
        <translation>der halbe Kontext</translation>
    </message>
    <message>
        <source>the stack&apos;s own</source>
        <translation>Vorgabe des Stacks</translation>
    </message>
    <message>
        <source>as every stack does unless told</source>
        <translation>wie jeder Stack ohne andere Angabe</translation>
    </message>
    <message>
        <source>%1; %2 does not take them on model type %3, whose linear layers it finds by itself</source>
        <translation>%1; %2 nimmt sie beim Modelltyp %3 nicht an, dessen lineare Schichten es selbst findet</translation>
    </message>
    <message>
        <source>%1 packs to 4 bits with %2 unless told</source>
        <translation>%1 packt ohne andere Angabe mit %2 auf 4 Bit</translation>
    </message>
    <message>
        <source>the dtype that the weights compute in</source>
        <translation>der dtype, in dem die Gewichte rechnen</translation>
    </message>
    <message>
        <source>auto: what %1 makes of the configuration&apos;s</source>
        <translation>auto: was %1 aus dem der Konfiguration macht</translation>
    </message>
    <message>
        <source>one process on one card</source>
        <translation>ein Prozess auf einer Karte</translation>
    </message>
    <message>
        <source>nothing is sharded unless the plan says so</source>
        <translation>nichts wird aufgeteilt, wenn der Plan es nicht verlangt</translation>
    </message>
    <message>
        <source>nothing is sharded; the stages are %1&apos;s</source>
        <translation>nichts wird aufgeteilt; die Stufen sind von %1</translation>
    </message>
    <message>
        <source>nothing is sharded: each process has a whole copy</source>
        <translation>nichts wird aufgeteilt: Jeder Prozess hat eine ganze Kopie</translation>
    </message>
    <message>
        <source>%1 is version %2 where nobody says (%3)</source>
        <translation>%1 ist Version %2, wo nichts angegeben ist (%3)</translation>
    </message>
    <message>
        <source>stages 1 and 2 of %1 are %2&apos;s</source>
        <translation>Stufen 1 und 2 von %1 sind die von %2</translation>
    </message>
    <message>
        <source>stage 3 of %1 is %2&apos;s in this stack</source>
        <translation>Stufe 3 von %1 ist in diesem Stack die von %2</translation>
    </message>
    <message>
        <source>ranks of %1 are %2&apos;s own meshes</source>
        <translation>Ranks von %1 sind eigene Meshes von %2</translation>
    </message>
    <message>
        <source>%1 spreads a training itself</source>
        <translation>%1 verteilt ein Training selbst</translation>
    </message>
    <message>
        <source>as most servers have</source>
        <translation>wie die meisten Server</translation>
    </message>
    <message>
        <source>as machines with %1 have</source>
        <translation>wie Maschinen mit %1</translation>
    </message>
    <message>
        <source>the target names %1 cards, and each group of %2 holds a copy together</source>
        <translation>das Ziel nennt %1 Karten, und je %2 halten zusammen eine Kopie</translation>
    </message>
    <message>
        <source>as many as the target has cards</source>
        <translation>so viele, wie das Ziel Karten hat</translation>
    </message>
    <message>
        <source>the stack&apos;s default is of one card: an engine that reduces gradients steps once all of them are there</source>
        <translation>die Vorgabe des Stacks gilt für eine Karte: Eine Engine, die Gradienten reduziert, macht den Schritt, wenn alle da sind</translation>
    </message>
    <message>
        <source>%1 flattens parameters of one dtype only: without it there is no such run</source>
        <translation>%1 fasst nur Parameter eines dtype zusammen: Ohne dies gibt es keinen solchen Lauf</translation>
    </message>
    <message>
        <source>%1 would make the norms float32, and %2 raises &quot;%3&quot;; TRL leaves it out for sharded 4-bit models</source>
        <translation>%1 würde die Normen zu float32 machen, und %2 wirft „%3“; TRL lässt es bei aufgeteilten 4-Bit-Modellen weg</translation>
    </message>
    <message>
        <source>%1 shards parameters, gradients and states</source>
        <translation>%1 teilt Parameter, Gradienten und Zustände auf</translation>
    </message>
    <message>
        <source>%1 keeps shards, gradients and states on the host, or none of them</source>
        <translation>%1 hält Shards, Gradienten und Zustände auf dem Host, oder nichts davon</translation>
    </message>
    <message>
        <source>%1 keeps what it gathered (%2)</source>
        <translation>%1 behält, was es gesammelt hat (%2)</translation>
    </message>
    <message>
        <source>%1 compares the logits that the model returns</source>
        <translation>%1 vergleicht die Logits, die das Modell zurückgibt</translation>
    </message>
    <message>
        <source>nothing keeps it from training</source>
        <translation>nichts hält es vom Training ab</translation>
    </message>
    <message>
        <source>images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — by the processor&apos;s file beside the model</source>
        <translation>Bilder: Ein Bild von %1 wird zu %2 Tokens, %3 Patches in %4 Kacheln — nach der Prozessordatei beim Modell</translation>
    </message>
    <message>
        <source>images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — no processor&apos;s file is beside the model: as such checkpoints publish it</source>
        <translation>Bilder: Ein Bild von %1 wird zu %2 Tokens, %3 Patches in %4 Kacheln — keine Prozessordatei liegt beim Modell: wie solche Checkpoints sie veröffentlichen</translation>
    </message>
    <message>
        <source>An evaluation of %1 rows at once (%2; %3 of the Trainer) allocates at least %4 GiB, training %5 GiB: the logits of %1 × %6 × %7 stand whole.</source>
        <translation>Eine Evaluation von %1 Zeilen auf einmal (%2; %3 des Trainers) belegt mindestens %4 GiB, das Training %5 GiB: Die Logits von %1 × %6 × %7 stehen vollständig.</translation>
    </message>
    <message>
        <source>other modules</source>
        <translation>andere Module</translation>
    </message>
    <message>
        <source>this router returns a tuple, which PEFT&apos;s forward (%1) does not take</source>
        <translation>dieser Router gibt ein Tupel zurück, das PEFTs Vorwärtslauf (%1) nicht annimmt</translation>
    </message>
    <message>
        <source>PEFT folds an adapter of fused experts into their parameter, which is packed as %1: unpack them while loading (%2)</source>
        <translation>PEFT faltet einen Adapter fusionierter Experten in deren Parameter, der als %1 gepackt ist: beim Laden entpacken (%2)</translation>
    </message>
    <message>
        <source>tied embeddings lie on two stages of a pipeline</source>
        <translation>gebundene Embeddings liegen auf zwei Stufen einer Pipeline</translation>
    </message>
    <message>
        <source>a pipeline of this kind of model is not simulated yet</source>
        <translation>eine Pipeline dieser Art von Modell ist noch nicht simuliert</translation>
    </message>
    <message>
        <source>a pipeline is simulated for full fine-tuning in a plain loop</source>
        <translation>eine Pipeline ist für volles Fine-Tuning in einer einfachen Schleife simuliert</translation>
    </message>
    <message>
        <source>a pipeline beside other ways of splitting a model is not simulated yet</source>
        <translation>eine Pipeline neben anderen Aufteilungen des Modells ist noch nicht simuliert</translation>
    </message>
    <message>
        <source>the model has fewer layers than the pipeline has stages</source>
        <translation>das Modell hat weniger Schichten als die Pipeline Stufen</translation>
    </message>
    <message>
        <source>the step on these weights is not simulated</source>
        <translation>der Schritt auf diesen Gewichten ist nicht simuliert</translation>
    </message>
    <message>
        <source>PEFT does not support DoRA on %1 weights</source>
        <translation>PEFT unterstützt DoRA auf %1-Gewichten nicht</translation>
    </message>
    <message>
        <source>%1 cannot train on %2 weights: unpack them while loading (%3)</source>
        <translation>%1 kann auf %2-Gewichten nicht trainieren: beim Laden entpacken (%3)</translation>
    </message>
    <message>
        <source>what %1 takes of a picture is not simulated</source>
        <translation>was %1 für ein Bild braucht, ist nicht simuliert</translation>
    </message>
    <message>
        <source>%1 pictures or clips of %2 tokens stand in a row, in whose length they count</source>
        <translation>%1 Bilder oder Clips von %2 Tokens stehen in einer Zeile, in deren Länge sie zählen</translation>
    </message>
    <message>
        <source>a model type whose step is known</source>
        <translation>ein Modelltyp, dessen Schritt bekannt ist</translation>
    </message>
    <message>
        <source>a language model without layers makes no step</source>
        <translation>ein Sprachmodell ohne Schichten macht keinen Schritt</translation>
    </message>
    <message>
        <source>dense decoders with grouped attention</source>
        <translation>dichte Decoder mit Grouped Attention</translation>
    </message>
    <message>
        <source>the step of this kind of mixture of experts is not known yet</source>
        <translation>der Schritt dieser Art von Mixture of Experts ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>the step of this kind of attention is not known yet</source>
        <translation>der Schritt dieser Art von Attention ist noch nicht bekannt</translation>
    </message>
    <message>
        <source>a step of at most %1 allocations (larger chunks make fewer)</source>
        <translation>ein Schritt von höchstens %1 Allokationen (größere Chunks machen weniger)</translation>
    </message>
    <message>
        <source>a step of this model whose bytes stay below 2^60</source>
        <translation>ein Schritt dieses Modells, dessen Bytes unter 2^60 bleiben</translation>
    </message>
    <message>
        <source>null, which trains the whole model</source>
        <translation>null, womit das ganze Modell trainiert</translation>
    </message>
    <message>
        <source>the step of this model does not tell its parameters apart one by one</source>
        <translation>der Schritt dieses Modells unterscheidet seine Parameter nicht einzeln</translation>
    </message>
    <message>
        <source>idle adapter</source>
        <translation>untätiger Adapter</translation>
    </message>
    <message>
        <source>the configuration&apos;s own</source>
        <translation>wie in der Konfiguration</translation>
    </message>
    <message>
        <source>%1&apos;s own: the smallest</source>
        <translation>Vorgabe von %1: der kleinste</translation>
    </message>
    <message>
        <source>%1&apos;s own</source>
        <translation>Vorgabe von %1</translation>
    </message>
    <message>
        <source>%1&apos;s own: logits whole</source>
        <translation>Vorgabe von %1: ganze Logits</translation>
    </message>
    <message>
        <source>%1, optimizers default to %2 on %3</source>
        <translation>%1, Optimizer nutzen auf %3 als Vorgabe %2</translation>
    </message>
    <message>
        <source>%1: %2 generates 1,024 tokens where a request names no number</source>
        <translation>%1: %2 generiert 1.024 Tokens, wo eine Anfrage keine Zahl nennt</translation>
    </message>
    <message>
        <source>only %1 with %2 reads it</source>
        <translation>nur %1 mit %2 liest es</translation>
    </message>
    <message>
        <source>the bytes are the same, and nothing that is packed is cut</source>
        <translation>die Bytes sind dieselben, und nichts Gepacktes wird zerlegt</translation>
    </message>
    <message>
        <source>only %1 reads it</source>
        <translation>nur %1 liest es</translation>
    </message>
    <message>
        <source>no pictures stand in a row (%1)</source>
        <translation>keine Bilder stehen in einer Zeile (%1)</translation>
    </message>
    <message>
        <source>no clips stand in a row (%1)</source>
        <translation>keine Clips stehen in einer Zeile (%1)</translation>
    </message>
    <message>
        <source>no card and no budget is named</source>
        <translation>keine Karte und kein Budget ist genannt</translation>
    </message>
    <message>
        <source>a scale takes no memory</source>
        <translation>ein Faktor braucht keinen Speicher</translation>
    </message>
    <message>
        <source>%1 captures nothing</source>
        <translation>%1 zeichnet nichts auf</translation>
    </message>
    <message>
        <source>%1 says what a pass takes</source>
        <translation>%1 sagt, was ein Durchgang nimmt</translation>
    </message>
    <message>
        <source>completions are generated where %1 and %2 are stated</source>
        <translation>Completions werden generiert, wo %1 und %2 angegeben sind</translation>
    </message>
    <message>
        <source>this objective holds its rows against no other model</source>
        <translation>diese Zielfunktion vergleicht ihre Zeilen mit keinem anderen Modell</translation>
    </message>
    <message>
        <source>only %1 and %2 learn from a teacher</source>
        <translation>nur %1 und %2 lernen von einem Teacher-Modell</translation>
    </message>
    <message>
        <source>%1 says how many there are in a step of the pipeline</source>
        <translation>%1 sagt, wie viele ein Pipeline-Schritt hat</translation>
    </message>
    <message>
        <source>it counts in times alone</source>
        <translation>es zählt nur für Zeiten</translation>
    </message>
    <message>
        <source>this adapter has none</source>
        <translation>dieser Adapter hat keinen</translation>
    </message>
    <message>
        <source>%1 casts all of a model to what it computes in</source>
        <translation>%1 castet das ganze Modell in den dtype, in dem es rechnet</translation>
    </message>
    <message>
        <source>%2 is not for %1: it freezes every parameter (%3)</source>
        <translation>%2 ist nicht für %1: Es friert jeden Parameter ein (%3)</translation>
    </message>
    <message>
        <source>beside adapters the model&apos;s own parameters are frozen; what trains whole stands in %1</source>
        <translation>neben Adaptern sind die Parameter des Modells eingefroren; was ganz trainiert, steht in %1</translation>
    </message>
    <message>
        <source>%1 has one form of this optimizer</source>
        <translation>%1 hat nur eine Form dieses Optimizers</translation>
    </message>
    <message>
        <source>this optimizer steps nowhere else</source>
        <translation>dieser Optimizer macht seinen Schritt nur dort</translation>
    </message>
    <message>
        <source>%1 leaves no gradients to clip</source>
        <translation>%1 lässt keine Gradienten zum Clippen übrig</translation>
    </message>
    <message>
        <source>only %1 and %2 take chunks of this length</source>
        <translation>nur %1 und %2 nutzen Chunks dieser Länge</translation>
    </message>
    <message>
        <source>evaluating takes less than training</source>
        <translation>Evaluation braucht weniger als Training</translation>
    </message>
    <message>
        <source>generating takes less than training</source>
        <translation>Generieren braucht weniger als Training</translation>
    </message>
    <message>
        <source>one pass more without gradients takes less than training</source>
        <translation>ein weiterer Durchgang ohne Gradienten braucht weniger als Training</translation>
    </message>
    <message>
        <source>%1 says how many rows a pass has</source>
        <translation>%1 sagt, wie viele Zeilen ein Durchgang hat</translation>
    </message>
    <message>
        <source>the model that trains generates itself</source>
        <translation>das trainierte Modell generiert selbst</translation>
    </message>
    <message>
        <source>the engine takes its share whatever it makes of it</source>
        <translation>die Engine nimmt ihren Anteil, was immer sie daraus macht</translation>
    </message>
    <message>
        <source>the head scores every token of a row</source>
        <translation>der Head bewertet jedes Token einer Zeile</translation>
    </message>
    <message>
        <source>the head takes less than the layers</source>
        <translation>der Head braucht weniger als die Schichten</translation>
    </message>
    <message>
        <source>only %1 is computed before the training</source>
        <translation>nur %1 wird vor dem Training berechnet</translation>
    </message>
    <message>
        <source>one pass without gradients, before there is an optimizer, takes less than training</source>
        <translation>ein Durchgang ohne Gradienten, bevor es einen Optimizer gibt, braucht weniger als Training</translation>
    </message>
    <message>
        <source>losses of pairs are arithmetic on vectors of tokens</source>
        <translation>Losses von Paaren sind Rechnungen auf Vektoren von Tokens</translation>
    </message>
    <message>
        <source>only %1 and %2 have this term</source>
        <translation>nur %1 und %2 haben diesen Term</translation>
    </message>
    <message>
        <source>rows are as long whoever writes them</source>
        <translation>Zeilen sind gleich lang, wer immer sie schreibt</translation>
    </message>
    <message>
        <source>the masks that padding adds to a call are not simulated</source>
        <translation>die Masken, die Padding einem Aufruf hinzufügt, sind nicht simuliert</translation>
    </message>
    <message>
        <source>this split of an engine&apos;s memory is not simulated</source>
        <translation>diese Aufteilung des Engine-Speichers ist nicht simuliert</translation>
    </message>
    <message>
        <source>full fine-tuning with %1 trains every parameter</source>
        <translation>volles Fine-Tuning mit %1 trainiert jeden Parameter</translation>
    </message>
    <message>
        <source>the Trainer drops a step&apos;s outputs before its backward pass</source>
        <translation>der Trainer verwirft die Ausgaben eines Schritts vor dem Rückwärtslauf</translation>
    </message>
    <message>
        <source>the Trainer synchronises the last micro-batch of a step alone (%1)</source>
        <translation>der Trainer synchronisiert nur den letzten Micro-Batch eines Schritts (%1)</translation>
    </message>
    <message>
        <source>only %1 and %2 read it</source>
        <translation>nur %1 und %2 lesen es</translation>
    </message>
    <message>
        <source>only engines that take a share of the card read it, as %1 and %2 do</source>
        <translation>nur Engines, die einen Anteil der Karte nehmen, lesen es, wie %1 und %2</translation>
    </message>
    <message>
        <source>it is a kind of %1&apos;s caches</source>
        <translation>es ist eine Art der Caches von %1</translation>
    </message>
    <message>
        <source>the engine chooses its kernels by model and card</source>
        <translation>die Engine wählt ihre Kernel nach Modell und Karte</translation>
    </message>
    <message>
        <source>%1 counts prompt and new tokens together</source>
        <translation>%1 zählt Prompt und neue Tokens zusammen</translation>
    </message>
    <message>
        <source>the engine computes in %1</source>
        <translation>die Engine rechnet in %1</translation>
    </message>
    <message>
        <source>the norms take less than the peak leaves</source>
        <translation>die Normen brauchen weniger, als die Spitze übrig lässt</translation>
    </message>
    <message>
        <source>one process holds all of the model and speaks to nobody</source>
        <translation>ein Prozess hält das ganze Modell und kommuniziert mit keinem anderen</translation>
    </message>
    <message>
        <source>only %1 has buckets of gradients</source>
        <translation>nur %1 hat Buckets von Gradienten</translation>
    </message>
    <message>
        <source>the model is not cut into stages: %1 is %2</source>
        <translation>das Modell ist nicht in Stufen zerlegt: %1 ist %2</translation>
    </message>
    <message>
        <source>every rank has whole sequences: %1 is %2</source>
        <translation>jeder Rank hat ganze Sequenzen: %1 ist %2</translation>
    </message>
    <message>
        <source>%1 moves parameters at stage %2 alone; %3 moves the optimizer</source>
        <translation>%1 lagert Parameter nur auf Stufe %2 aus; %3 lagert den Optimizer aus</translation>
    </message>
    <message>
        <source>nothing is split over tensor-parallel ranks</source>
        <translation>nichts ist auf tensorparallele Ranks verteilt</translation>
    </message>
    <message>
        <source>%1 keeps %2 for later and does nothing with it</source>
        <translation>%1 hebt %2 für später auf und tut nichts damit</translation>
    </message>
    <message>
        <source>only shards of %1 have copies</source>
        <translation>nur Shards von %1 haben Kopien</translation>
    </message>
    <message>
        <source>quantised weights are loaded on every rank (%1)</source>
        <translation>quantisierte Gewichte werden auf jedem Rank geladen (%1)</translation>
    </message>
    <message>
        <source>nothing is recomputed: %1 is %2</source>
        <translation>nichts wird neu berechnet: %1 ist %2</translation>
    </message>
    <message>
        <source>it lets the host run ahead of the card, by how far nobody knows; what is allocated at a moment of the step is the same</source>
        <translation>es lässt den Host der Karte vorauslaufen, wie weit, ist nicht bekannt; was in einem Moment des Schritts belegt ist, bleibt gleich</translation>
    </message>
    <message>
        <source>a step has one micro-batch</source>
        <translation>ein Schritt hat einen Micro-Batch</translation>
    </message>
    <message>
        <source>only %1 and %2 can hold their gradients back</source>
        <translation>nur %1 und %2 können ihre Gradienten zurückhalten</translation>
    </message>
    <message>
        <source>only %1&apos;s ring hands keys and values on so (%2)</source>
        <translation>nur der Ring von %1 reicht Keys und Values so weiter (%2)</translation>
    </message>
    <message>
        <source>the experts are not shared out: %1 is %2</source>
        <translation>die Experten sind nicht verteilt: %1 ist %2</translation>
    </message>
    <message>
        <source>what is moved to the host is not simulated yet</source>
        <translation>was auf den Host ausgelagert wird, ist noch nicht simuliert</translation>
    </message>
    <message>
        <source>each copy of the model is a plan of its own; the cards that hold one are named as %1</source>
        <translation>jede Kopie des Modells ist ein eigener Plan; die Karten, die eine halten, nennt %1</translation>
    </message>
    <message>
        <source>llama.cpp needs flash attention for a quantised V cache: set inference.flash_attention to on, or inference.kv_dtype to fp16.</source>
        <translation>llama.cpp braucht für einen quantisierten V-Cache Flash Attention: inference.flash_attention auf on oder inference.kv_dtype auf fp16 setzen.</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s graph of a model of type %1 is not described.</source>
        <translation>Der Graph von llama.cpp für ein Modell vom Typ %1 ist nicht beschrieben.</translation>
    </message>
    <message>
        <source>It starts with %1 of at most %2.</source>
        <translation>Es startet mit %1 von höchstens %2.</translation>
    </message>
    <message>
        <source>It starts with %1 of at least %2.</source>
        <translation>Es startet mit %1 von mindestens %2.</translation>
    </message>
    <message>
        <source>%1: it calls %2</source>
        <translation>%1: Es ruft %2 auf</translation>
    </message>
    <message>
        <source>%1: a pass returns log-probabilities alone</source>
        <translation>%1: Ein Durchgang gibt nur Log-Wahrscheinlichkeiten zurück</translation>
    </message>
    <message>
        <source>%1 generates and trains nothing</source>
        <translation>%1 generiert und trainiert nichts</translation>
    </message>
    <message>
        <source>%1 rows are in a pass at most</source>
        <translation>höchstens %1 Zeilen sind in einem Durchgang</translation>
    </message>
    <message>
        <source>%1: %2 is %3</source>
        <translation>%1: %2 ist %3</translation>
    </message>
    <message>
        <source>%1: embeddings and norms go back after %2</source>
        <translation>%1: Embeddings und Normen gehen nach %2 zurück</translation>
    </message>
    <message>
        <source>%1: its defaults, as commonly known and not checked against its current release, in the training loop of %2; kernels of its own are not simulated.</source>
        <translation>%1: seine Vorgaben, wie allgemein bekannt und nicht an der aktuellen Version geprüft, in der Trainingsschleife von %2; eigene Kernel sind nicht simuliert.</translation>
    </message>
    <message>
        <source>%1: quantised models refuse mixed precision</source>
        <translation>%1: Quantisierte Modelle lehnen gemischte Präzision ab</translation>
    </message>
    <message>
        <source>%1: only its %2 strategy checkpoints</source>
        <translation>%1: Nur seine Strategie %2 macht Checkpointing</translation>
    </message>
    <message>
        <source>%1: %2 and %3 live until the next assignment</source>
        <translation>%1: %2 und %3 leben bis zur nächsten Zuweisung</translation>
    </message>
    <message>
        <source>%1 takes the training batch without gradients</source>
        <translation>%1 nimmt den Trainings-Batch ohne Gradienten</translation>
    </message>
    <message>
        <source>another stack</source>
        <translation>ein anderer Stack</translation>
    </message>
    <message>
        <source>%1 has decoders only (%2)</source>
        <translation>%1 hat nur Decoder (%2)</translation>
    </message>
    <message>
        <source>%1: its defaults, loop and loss, and its attention and adapters for models that turn heads by halves; the rest of its model code is taken as %2&apos; modules.</source>
        <translation>%1: seine Vorgaben, Schleife und Loss sowie Attention und Adapter für Modelle, die Heads in Hälften drehen; der übrige Modellcode ist mit den Modulen von %2 angesetzt.</translation>
    </message>
    <message>
        <source>%1: trained parameters become %2 unless %3</source>
        <translation>%1: Trainierte Parameter werden %2, sofern nicht %3</translation>
    </message>
    <message>
        <source>%1: bf16 where the card has it</source>
        <translation>%1: bf16, wo die Karte es hat</translation>
    </message>
    <message>
        <source>%1, in the place of %2</source>
        <translation>%1, anstelle von %2</translation>
    </message>
    <message>
        <source>%1; checkpointing is on unless disabled</source>
        <translation>%1; Checkpointing ist an, wenn nicht abgeschaltet</translation>
    </message>
    <message>
        <source>%1: twice the rank</source>
        <translation>%1: doppelter Rang</translation>
    </message>
    <message>
        <source>%1: trained parameters become %2</source>
        <translation>%1: Trainierte Parameter werden %2</translation>
    </message>
    <message>
        <source>weights of norms are float32 already, or there are none of one dimension</source>
        <translation>Gewichte der Normen sind schon float32, oder es gibt keine eindimensionalen</translation>
    </message>
    <message>
        <source>%1 recomputes only with %2</source>
        <translation>%1 rechnet nur mit %2 neu</translation>
    </message>
    <message>
        <source>%1 decouples weight decay</source>
        <translation>%1 entkoppelt Weight Decay</translation>
    </message>
    <message>
        <source>%1, %2&apos;s flash attention</source>
        <translation>%1, Flash Attention von %2</translation>
    </message>
    <message>
        <source>%1: micro-batches of the training&apos;s size</source>
        <translation>%1: Micro-Batches so groß wie im Training</translation>
    </message>
    <message>
        <source>%1 makes adapters in the dtype of the model</source>
        <translation>%1 legt Adapter im dtype des Modells an</translation>
    </message>
    <message>
        <source>adapters on quantised weights are not %1&apos;s</source>
        <translation>Adapter auf quantisierten Gewichten gibt es in %1 nicht</translation>
    </message>
    <message>
        <source>%1 has no pairs</source>
        <translation>%1 hat keine Paare</translation>
    </message>
    <message>
        <source>%1 trains weights of 16 or 32 bits</source>
        <translation>%1 trainiert Gewichte von 16 oder 32 Bit</translation>
    </message>
    <message>
        <source>its batches have rows of one length</source>
        <translation>seine Batches haben Zeilen gleicher Länge</translation>
    </message>
    <message>
        <source>scores that no fused kernel makes are not simulated (%1)</source>
        <translation>Scores, die kein fusionierter Kernel rechnet, sind nicht simuliert (%1)</translation>
    </message>
    <message>
        <source>%1 makes its logits whole; %2 is %3</source>
        <translation>%1 rechnet seine Logits vollständig; %2 ist %3</translation>
    </message>
    <message>
        <source>what %1 holds for another one is not simulated</source>
        <translation>was %1 für einen anderen hält, ist nicht simuliert</translation>
    </message>
    <message>
        <source>%1 steps when all gradients are reduced</source>
        <translation>%1 macht den Schritt, wenn alle Gradienten reduziert sind</translation>
    </message>
    <message>
        <source>%1 does not compile its model</source>
        <translation>%1 kompiliert sein Modell nicht</translation>
    </message>
    <message>
        <source>it evaluates micro-batches of the same size, which takes less than training</source>
        <translation>es evaluiert gleich große Micro-Batches, was weniger als Training braucht</translation>
    </message>
    <message>
        <source>Interleaved 1F1B requires the number of microbatches to be a multiple of the number of rounds (%1), but got %2.</source>
        <translation>Interleaved 1F1B verlangt als Zahl der Micro-Batches ein Vielfaches der Zahl der Runden (%1), erhielt aber %2.</translation>
    </message>
    <message>
        <source>Number of microbatches (%1) must be greater than or equal to the number of stages (%2).</source>
        <translation>Die Zahl der Micro-Batches (%1) muss mindestens so groß wie die Zahl der Stufen (%2) sein.</translation>
    </message>
    <message>
        <source>a plain loop enters no autocast</source>
        <translation>eine einfache Schleife nutzt kein Autocast</translation>
    </message>
    <message>
        <source>a plain loop calls nothing</source>
        <translation>eine einfache Schleife ruft nichts auf</translation>
    </message>
    <message>
        <source>a plain loop enables nothing</source>
        <translation>eine einfache Schleife schaltet nichts ein</translation>
    </message>
    <message>
        <source>%1: the model type&apos;s own</source>
        <translation>%1: die Vorgabe des Modelltyps</translation>
    </message>
    <message>
        <source>the usual choice; a plain loop names its optimizer itself</source>
        <translation>die übliche Wahl; eine einfache Schleife nennt ihren Optimizer selbst</translation>
    </message>
    <message>
        <source>a plain loop clips nothing</source>
        <translation>eine einfache Schleife clippt nichts</translation>
    </message>
    <message>
        <source>a plain loop&apos;s %2 live until the next assignment</source>
        <translation>%2 einer einfachen Schleife leben bis zur nächsten Zuweisung</translation>
    </message>
    <message>
        <source>a plain loop evaluates nothing</source>
        <translation>eine einfache Schleife evaluiert nichts</translation>
    </message>
    <message>
        <source>%1: %2 with quantised scales</source>
        <translation>%1: %2 mit quantisierten Skalen</translation>
    </message>
    <message>
        <source>%1 recipes compute in their dtype</source>
        <translation>Rezepte von %1 rechnen in ihrem dtype</translation>
    </message>
    <message>
        <source>%1: %2 and %3</source>
        <translation>%1: %2 und %3</translation>
    </message>
    <message>
        <source>%1 recipes evaluate nothing</source>
        <translation>Rezepte von %1 evaluieren nichts</translation>
    </message>
    <message>
        <source>the loop of %1&apos;s recipes is fixed</source>
        <translation>die Schleife der Rezepte von %1 ist fest</translation>
    </message>
    <message>
        <source>%1: its defaults, loop and loss; its own model code is taken as %2&apos; modules.</source>
        <translation>%1: seine Vorgaben, Schleife und Loss; sein eigener Modellcode ist mit den Modulen von %2 angesetzt.</translation>
    </message>
    <message>
        <source>%1 and %2 are %3</source>
        <translation>%1 und %2 sind %3</translation>
    </message>
    <message>
        <source>%1&apos;s guide to FSDP, for which weights are stored as floats, does not call %2</source>
        <translation>der FSDP-Leitfaden von %1, für den Gewichte als Floats gespeichert sind, ruft %2 nicht auf</translation>
    </message>
    <message>
        <source>%1&apos;s guide to quantised models calls %2</source>
        <translation>der Leitfaden von %1 zu quantisierten Modellen ruft %2 auf</translation>
    </message>
    <message>
        <source>%1 is %2 before %3</source>
        <translation>%1 ist %2 vor %3</translation>
    </message>
    <message>
        <source>%1 is %2 with %3 or later</source>
        <translation>%1 ist %2 ab %3</translation>
    </message>
    <message>
        <source>%1: %2 unless %3 sets a dtype</source>
        <translation>%1: %2, sofern %3 keinen dtype setzt</translation>
    </message>
    <message>
        <source>%1 does not call %2</source>
        <translation>%1 ruft %2 nicht auf</translation>
    </message>
    <message>
        <source>%1 casts adapters on quantised models</source>
        <translation>%1 castet Adapter auf quantisierten Modellen</translation>
    </message>
    <message>
        <source>%1 is computed in chunks</source>
        <translation>%1 wird in Chunks gerechnet</translation>
    </message>
    <message>
        <source>%1: off unless asked for; then at level 2</source>
        <translation>%1: aus, wenn nicht verlangt; dann auf Stufe 2</translation>
    </message>
    <message>
        <source>%1: its defaults, checkpoints and loss on %2&apos; layers; what it compiles in full fine-tuning is not simulated.</source>
        <translation>%1: seine Vorgaben, Checkpoints und Loss auf Schichten von %2; was es bei vollem Fine-Tuning kompiliert, ist nicht simuliert.</translation>
    </message>
    <message>
        <source>%1 cuts %2 layers into %3 stages by %4 alone, and is planned so.</source>
        <translation>%1 teilt %2 Schichten nur mit %4 in %3 Stufen, und so ist es geplant.</translation>
    </message>
    <message>
        <source>vLLM stops with an assertion in its profile pass: its kernels read adapters in the type of the model alone</source>
        <translation>vLLM bricht im Profil-Durchgang mit einer Assertion ab: seine Kernel lesen Adapter nur im Typ des Modells</translation>
    </message>
    <message>
        <source>who asks it to sleep says how deep</source>
        <translation>wie tief sie schläft, sagt, wer sie schlafen legt</translation>
    </message>
    <message>
        <source>a number of pictures, or one for each of %1 and %2</source>
        <translation>eine Zahl von Bildern, oder je eine für %1 und %2</translation>
    </message>
    <message>
        <source>a list of names that modules end with</source>
        <translation>eine Liste von Namen, auf die Module enden</translation>
    </message>
    <message>
        <source>A step: measured %1 s, planned %2 s (%3 to %4)</source>
        <translation>Ein Schritt: gemessen %1 s, geplant %2 s (%3 bis %4)</translation>
    </message>
    <message>
        <source>Tokens a second: measured %1, planned %2 (%3 to %4)</source>
        <translation>Tokens je Sekunde: gemessen %1, geplant %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>%1 for a million tokens: %2</source>
        <translation>%1 für eine Million Tokens: %2</translation>
    </message>
    <message>
        <source>of splits these are minimized</source>
        <translation>bei Aufteilungen werden diese minimiert</translation>
    </message>
    <message>
        <source>time: %1 measured runs of %2 are in its interval</source>
        <translation>Zeit: %1 gemessene Läufe auf %2 stecken in ihrem Intervall</translation>
    </message>
    <message>
        <source>%1 has no such method: %2</source>
        <translation>%1 hat keine solche Methode: %2</translation>
    </message>
    <message>
        <source>line %1: no TOML</source>
        <translation>Zeile %1: kein TOML</translation>
    </message>
    <message>
        <source>%1 keeps the language head beside that of scores</source>
        <translation>%1 behält den Sprachkopf neben dem für Bewertungen</translation>
    </message>
    <message>
        <source>a frozen tower keeps nothing</source>
        <translation>ein eingefrorener Turm behält nichts</translation>
    </message>
    <message>
        <source>a switch is expected</source>
        <translation>erwartet wird ein Schalter</translation>
    </message>
    <message>
        <source>a row is a prompt and its completion, as long as both</source>
        <translation>eine Zeile ist ein Prompt mit seiner Completion und so lang wie beide</translation>
    </message>
    <message>
        <source>it is %1 or %2</source>
        <translation>es ist %1 oder %2</translation>
    </message>
    <message>
        <source>%1 has no such engine beside it</source>
        <translation>%1 hat keine solche Engine neben sich</translation>
    </message>
    <message>
        <source>models beside the one that trains stand on other cards</source>
        <translation>Modelle neben dem trainierten stehen auf anderen Karten</translation>
    </message>
    <message>
        <source>it sleeps at level 2, or not at all</source>
        <translation>es schläft auf Stufe 2 oder gar nicht</translation>
    </message>
    <message>
        <source>%1 is written for completions that are drawn</source>
        <translation>%1 wird für gezogene Completions geschrieben</translation>
    </message>
    <message>
        <source>names of modules are expected</source>
        <translation>erwartet werden Namen von Modulen</translation>
    </message>
    <message>
        <source>%1 does otherwise</source>
        <translation>%1 macht es anders</translation>
    </message>
    <message>
        <source>%1 chooses it by what trains</source>
        <translation>%1 wählt es nach dem, was trainiert</translation>
    </message>
    <message>
        <source>%1 names one model that is at hand</source>
        <translation>%1 nennt ein Modell, das vorliegt</translation>
    </message>
    <message>
        <source>prompts are as long as the data has them</source>
        <translation>Prompts sind so lang wie in den Daten</translation>
    </message>
    <message>
        <source>%1 spreads its actor by %2</source>
        <translation>%1 verteilt seinen Actor mit %2</translation>
    </message>
    <message>
        <source>a dtype is expected</source>
        <translation>erwartet wird ein Datentyp</translation>
    </message>
    <message>
        <source>it sleeps at level %1, or not at all</source>
        <translation>es schläft auf Stufe %1 oder gar nicht</translation>
    </message>
    <message>
        <source>a step has whole groups of completions</source>
        <translation>ein Schritt hat ganze Gruppen von Completions</translation>
    </message>
    <message>
        <source>a row of the data is %1 texts, each of which the model reads by itself: %2 rows are micro_batch %3; more texts beside them (negatives) are more</source>
        <translation>eine Zeile der Daten sind %1 Texte, die das Modell je für sich liest: %2 Zeilen sind micro_batch %3; weitere Texte daneben (Negative) kommen hinzu</translation>
    </message>
    <message>
        <source>how many ranks share it is not said</source>
        <translation>wie viele Ränge es teilen, ist nicht gesagt</translation>
    </message>
    <message>
        <source>it sleeps at level 1, or not at all</source>
        <translation>es schläft auf Stufe 1 oder gar nicht</translation>
    </message>
    <message>
        <source>%1; %2 % more time for each token</source>
        <translation>%1; %2 % mehr Zeit je Token</translation>
    </message>
    <message>
        <source>%1; %2 % less time for each token</source>
        <translation>%1; %2 % weniger Zeit je Token</translation>
    </message>
    <message>
        <source>no figure of time</source>
        <translation>keine Angabe zur Zeit</translation>
    </message>
    <message>
        <source>%1 | parts of module names</source>
        <translation>%1 | Teile von Modulnamen</translation>
    </message>
    <message>
        <source>%1, with commas between</source>
        <translation>%1, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>an object with %1 or %2, and %3</source>
        <translation>ein Objekt mit %1 oder %2 und %3</translation>
    </message>
    <message>
        <source>a number above %1, at most %2</source>
        <translation>eine Zahl über %1, höchstens %2</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 epochs of %2</source>
        <translation>%1 Epochen von %2</translation>
    </message>
    <message>
        <source>Time.</source>
        <translation>Zeit.</translation>
    </message>
    <message>
        <source>it orders a card and a budget, and not both are named</source>
        <translation>es ordnet eine Karte und ein Budget, und nicht beide sind genannt</translation>
    </message>
    <message>
        <source>only %1 keeps results operation by operation</source>
        <translation>nur %1 behält Ergebnisse je Operation</translation>
    </message>
    <message>
        <source>only losses of %1 and %2 run a batch in parts</source>
        <translation>nur Verluste von %1 und %2 rechnen einen Batch in Teilen</translation>
    </message>
    <message>
        <source>a part of the batch takes less than what stands anyway</source>
        <translation>ein Teil des Batches braucht weniger als das, was ohnehin steht</translation>
    </message>
    <message>
        <source>%1: %2 casts in its place</source>
        <translation>%1: %2 wandelt an seiner Stelle um</translation>
    </message>
    <message>
        <source>%1: %2, which keeps what flash kernels keep</source>
        <translation>%1: %2, das behält, was Flash-Kernel behalten</translation>
    </message>
    <message>
        <source>%1: off</source>
        <translation>%1: aus</translation>
    </message>
    <message>
        <source>%1: also on one card</source>
        <translation>%1: auch auf einer Karte</translation>
    </message>
    <message>
        <source>%1 drops a step&apos;s outputs before its backward pass</source>
        <translation>%1 verwirft die Ausgaben eines Schritts vor dessen Rückwärtslauf</translation>
    </message>
    <message>
        <source>%1 fills its rows; positions tell documents apart</source>
        <translation>%1 füllt seine Zeilen; Positionen trennen die Dokumente</translation>
    </message>
    <message>
        <source>%1 casts by %2 alone (%3)</source>
        <translation>%1 wandelt nur mit %2 um (%3)</translation>
    </message>
    <message>
        <source>%1 trains no packed weights</source>
        <translation>%1 trainiert keine gepackten Gewichte</translation>
    </message>
    <message>
        <source>%1 takes two dtypes (%2)</source>
        <translation>%1 nimmt zwei Datentypen (%2)</translation>
    </message>
    <message>
        <source>%1 has two losses (%2)</source>
        <translation>%1 hat zwei Verluste (%2)</translation>
    </message>
    <message>
        <source>%1 shards by %2 always (%3)</source>
        <translation>%1 verteilt immer mit %2 (%3)</translation>
    </message>
    <message>
        <source>stages of %1 are not simulated</source>
        <translation>Stufen von %1 werden nicht simuliert</translation>
    </message>
    <message>
        <source>how %1 divides layers unlike Llama 3&apos;s and Qwen 3&apos;s is not simulated</source>
        <translation>wie %1 andere Schichten als die von Llama 3 und Qwen 3 aufteilt, wird nicht simuliert</translation>
    </message>
    <message>
        <source>%1: its defaults, loop, loss and sharding, and its own lines for models like Llama 3 and Qwen 3; others are taken as %2&apos; modules. CUDA graphs of the step are not simulated.</source>
        <translation>%1: seine Vorgaben, Schleife, Verlust und Sharding und seine eigenen Zeilen für Modelle wie Llama 3 und Qwen 3; andere werden als Module von %2 genommen. CUDA-Graphen des Schritts werden nicht simuliert.</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference.</source>
        <translation>%1: ein Optimierungsdurchlauf über %2 Completions von %3 Tokens und einer der Referenz.</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference; generating them is another plan, of %4.</source>
        <translation>%1: ein Optimierungsdurchlauf über %2 Completions von %3 Tokens und einer der Referenz; sie zu generieren ist ein anderer Plan, von %4.</translation>
    </message>
    <message>
        <source>the name of a card, or %1 for so much memory</source>
        <translation>der Name einer Karte, oder %1 für so viel Speicher</translation>
    </message>
    <message>
        <source>Pictures of at most %1 tiles</source>
        <translation>Bilder mit höchstens %1 Kacheln</translation>
    </message>
    <message>
        <source>pictures of at most %1 tiles</source>
        <translation>Bilder mit höchstens %1 Kacheln</translation>
    </message>
    <message>
        <source>small print and details are lost</source>
        <translation>Kleingedrucktes und Einzelheiten gehen verloren</translation>
    </message>
    <message>
        <source>Pictures of at most %1 pixels</source>
        <translation>Bilder mit höchstens %1 Pixeln</translation>
    </message>
    <message>
        <source>pictures of at most %1 pixels</source>
        <translation>Bilder mit höchstens %1 Pixeln</translation>
    </message>
    <message>
        <source>The tower stays frozen</source>
        <translation>Der Turm bleibt eingefroren</translation>
    </message>
    <message>
        <source>the tower stays frozen</source>
        <translation>der Turm bleibt eingefroren</translation>
    </message>
    <message>
        <source>the model learns to read, not to see</source>
        <translation>das Modell lernt lesen, nicht sehen</translation>
    </message>
    <message>
        <source>Checkpoints in the tower</source>
        <translation>Checkpoints im Turm</translation>
    </message>
    <message>
        <source>checkpoints in the tower</source>
        <translation>Checkpoints im Turm</translation>
    </message>
    <message>
        <source>the tower runs once more in the backward pass</source>
        <translation>der Turm läuft im Rückwärtslauf noch einmal</translation>
    </message>
    <message>
        <source>it is already</source>
        <translation>das ist schon so</translation>
    </message>
    <message>
        <source>Nothing drafts</source>
        <translation>Nichts entwirft Tokens voraus</translation>
    </message>
    <message>
        <source>nothing drafts</source>
        <translation>nichts entwirft Tokens voraus</translation>
    </message>
    <message>
        <source>tokens come one by one: slower answers</source>
        <translation>Tokens kommen einzeln: langsamere Antworten</translation>
    </message>
    <message>
        <source>Places for %1 adapters</source>
        <translation>Plätze für %1 Adapter</translation>
    </message>
    <message>
        <source>requests for other adapters wait until one is changed</source>
        <translation>Anfragen an andere Adapter warten, bis einer gewechselt ist</translation>
    </message>
    <message>
        <source>No videos</source>
        <translation>Keine Videos</translation>
    </message>
    <message>
        <source>no videos</source>
        <translation>keine Videos</translation>
    </message>
    <message>
        <source>prompts with videos are refused</source>
        <translation>Prompts mit Videos werden abgelehnt</translation>
    </message>
    <message>
        <source>No pictures</source>
        <translation>Keine Bilder</translation>
    </message>
    <message>
        <source>no pictures</source>
        <translation>keine Bilder</translation>
    </message>
    <message>
        <source>prompts with pictures are refused; the tower is not loaded</source>
        <translation>Prompts mit Bildern werden abgelehnt; der Turm wird nicht geladen</translation>
    </message>
    <message>
        <source>the %1 budget</source>
        <translation>das Budget von %1</translation>
    </message>
    <message>
        <source>grouped or latent attention with a dense or sparse MLP</source>
        <translation>gruppierte oder latente Attention mit dichtem oder Experten-MLP</translation>
    </message>
    <message>
        <source>none: it cuts pictures by sizes, not by a number of tiles</source>
        <translation>keine: Bilder werden nach Größen zerlegt, nicht nach einer Zahl von Kacheln</translation>
    </message>
    <message>
        <source>%1 | {%2: %3 to %4} | {%5: %6, or a list of %7} | %8</source>
        <translation>%1 | {%2: %3 bis %4} | {%5: %6, oder eine Liste aus %7} | %8</translation>
    </message>
    <message>
        <source>images: %1 hands the processor a picture of %2</source>
        <translation>images: %1 gibt dem Prozessor ein Bild von %2</translation>
    </message>
    <message>
        <source>only %1 over several ranks recomputes modules of a layer by name</source>
        <translation>nur %1 über mehrere Ranks berechnet Module einer Schicht nach Namen neu</translation>
    </message>
    <message>
        <source>%1, of so many layers at once, %2 or nothing is simulated</source>
        <translation>%1; von so vielen Schichten auf einmal wird %2 oder nichts simuliert</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>is no whole number: %1 reads the digits before the first letter</source>
        <translation>ist keine ganze Zahl: %1 liest die Ziffern vor dem ersten Buchstaben</translation>
    </message>
    <message>
        <source>not said: %1 %2 (%3)</source>
        <translation>nicht gesagt: %1 %2 (%3)</translation>
    </message>
    <message>
        <source>over how many ranks is not said: an estimate takes as many as cards are named (%1), or %2</source>
        <translation>über wie viele Ranks, ist nicht gesagt: Eine Schätzung nimmt so viele, wie Karten genannt sind (%1), oder %2</translation>
    </message>
    <message>
        <source>it changes what trains in a way that is not planned</source>
        <translation>es ändert, was lernt, auf eine Weise, die nicht geplant wird</translation>
    </message>
    <message>
        <source>keys of %1&apos;s configuration</source>
        <translation>Schlüssel der Konfiguration von %1</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste von %1</translation>
    </message>
    <message>
        <source>%1 refuses it beside %2 or an expression</source>
        <translation>%1 lehnt es neben %2 oder einem Ausdruck ab</translation>
    </message>
    <message>
        <source>%1 wants both</source>
        <translation>%1 verlangt beide</translation>
    </message>
    <message>
        <source>time: %1 generates the completions, and its seconds are not in a step</source>
        <translation>Zeit: %1 erzeugt die Completions, und seine Sekunden zählen nicht zum Schritt</translation>
    </message>
    <message>
        <source>%1 loads the model that drafts, finds its %2 words more than %3 off the model&apos;s %4, frees it again and serves without: nothing is drafted (%5)</source>
        <translation>%1 lädt das Entwurfsmodell, findet dessen %2 Wörter um mehr als %3 von den %4 des Modells entfernt, gibt es wieder frei und bedient ohne: nichts wird entworfen (%5)</translation>
    </message>
    <message>
        <source>A picture has %1 patches here, and %2 reads them with a kernel that keeps no scores. Swift&apos;s library and Ollama&apos;s runner on MLX have none for heads of this width: there they stand whole, %3 GiB more; %4 bounds them.</source>
        <translation>Ein Bild hat hier %1 Patches, und %2 liest sie mit einem Kernel, der keine Scores behält. Swifts Bibliothek und Ollamas Runner auf MLX haben keinen für Köpfe dieser Breite: dort stehen sie ganz, %3 GiB mehr; %4 begrenzt sie.</translation>
    </message>
    <message>
        <source>%1 keeps the features of the last %2 pictures that it saw, up to %3 GiB more.</source>
        <translation>%1 behält die Merkmale der letzten %2 Bilder, die es sah, bis zu %3 GiB mehr.</translation>
    </message>
    <message>
        <source>%1 keeps the caches of the last %2 prompts beside those that run, at this length up to %3 GiB more (%4).</source>
        <translation>%1 behält die Caches der letzten %2 Prompts neben den laufenden, bei dieser Länge bis zu %3 GiB mehr (%4).</translation>
    </message>
    <message>
        <source>who calls it adds what stands here: only that can tell</source>
        <translation>wer es aufruft, fügt hinzu, was hier steht: nur das kann es sagen</translation>
    </message>
    <message>
        <source>The same model without adapters as the reference</source>
        <translation>Dasselbe Modell ohne Adapter als Referenz</translation>
    </message>
    <message>
        <source>the same model without adapters as the reference</source>
        <translation>dasselbe Modell ohne Adapter als Referenz</translation>
    </message>
    <message>
        <source>no second model is held; same result where both began alike</source>
        <translation>kein zweites Modell steht auf der Karte; gleiches Ergebnis, wo beide gleich begannen</translation>
    </message>
    <message>
        <source>%1, and the same model without adapters as the reference</source>
        <translation>%1, und dasselbe Modell ohne Adapter als Referenz</translation>
    </message>
    <message>
        <source>fewer weights learn; no second model is held</source>
        <translation>weniger Gewichte lernen; kein zweites Modell steht auf der Karte</translation>
    </message>
    <message>
        <source>its layers are spread over %1 cards</source>
        <translation>seine Schichten sind über %1 Karten verteilt</translation>
    </message>
    <message>
        <source>%1 tensor ranks share the model</source>
        <translation>%1 Tensor-Ränge teilen sich das Modell</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 processes, each on a card of its own.</source>
        <translation>Passt nicht auf %1: %2 Prozesse, jeder auf einer eigenen Karte.</translation>
    </message>
    <message>
        <source>Does not run on %1, which has room for it.</source>
        <translation>Läuft nicht auf %1, wo Platz dafür wäre.</translation>
    </message>
    <message>
        <source>%1: its memory is a NUMA node of the host unless the driver manages it (%2): file caches and processes of the host may stand in it, and less is then free at a start (%3)</source>
        <translation>%1: Sein Speicher ist ein NUMA-Knoten des Hosts, sofern ihn nicht der Treiber verwaltet (%2): Dateicaches und Prozesse des Hosts können darin liegen, und bei einem Start ist dann weniger frei (%3)</translation>
    </message>
    <message>
        <source>%1 cards would do, of which the first was taken: %2</source>
        <translation>%1 Karten kämen in Frage, davon wurde die erste genommen: %2</translation>
    </message>
    <message>
        <source>%1 cards are named, for %2 processes that take %3 of %4 each.</source>
        <translation>%1 Karten sind genannt, für %2 Prozesse, die je %3 von %4 brauchen.</translation>
    </message>
    <message>
        <source>%1 beside a pipeline is not simulated</source>
        <translation>%1 neben einer Pipeline wird nicht simuliert</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>profile pass</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>graph capture</source>
        <translation>Aufnahme der Graphen</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>Bedienen</translation>
    </message>
    <message>
        <source>prompt and completion are %1 + %2 tokens, and every pass of the training is planned with the %3 of %4: leave that out, and they are what a row has.</source>
        <translation>Prompt und Completion sind %1 + %2 Tokens, und jeder Durchgang des Trainings ist mit den %3 von %4 geplant: ohne diese Angabe hat eine Zeile eben jene.</translation>
    </message>
    <message>
        <source>completions that end early are padded: %1 then holds a mask of every row, up to %2 GiB more at this length; %3 plans it.</source>
        <translation>Completions, die früher enden, werden aufgefüllt: %1 hält dann eine Maske jeder Zeile, bei dieser Länge bis zu %2 GiB mehr; %3 plant das.</translation>
    </message>
    <message>
        <source>%1 rewrites names of modules for this model. Without %2 adapters would lie in the towers alone, where no text trains them: planned is %3, as its own runs set it.</source>
        <translation>%1 schreibt die Modulnamen für dieses Modell um. Ohne %2 lägen Adapter allein in den Türmen, wo kein Text sie trainiert: geplant ist %3, wie es die eigenen Läufe setzen.</translation>
    </message>
    <message>
        <source>full or chunked: %1 packs the head&apos;s matrix too, which this loss multiplies with</source>
        <translation>full oder chunked: %1 packt auch die Matrix des Kopfes, mit der dieser Loss multipliziert</translation>
    </message>
    <message>
        <source>%1: %2 or %3 as the model was loaded</source>
        <translation>%1: %2 oder %3, wie das Modell geladen wurde</translation>
    </message>
    <message>
        <source>model buffer</source>
        <translation>Modellpuffer</translation>
    </message>
    <message>
        <source>KV buffer</source>
        <translation>KV-Puffer</translation>
    </message>
    <message>
        <source>compute buffer</source>
        <translation>Rechenpuffer</translation>
    </message>
    <message>
        <source>tables of requests</source>
        <translation>Tabellen der Anfragen</translation>
    </message>
    <message>
        <source>rotary tables</source>
        <translation>Rotary-Tabellen</translation>
    </message>
    <message>
        <source>largest pass</source>
        <translation>größter Durchgang</translation>
    </message>
    <message>
        <source>buffers and graphs</source>
        <translation>Puffer und Graphen</translation>
    </message>
    <message>
        <source>embeddings of pictures</source>
        <translation>Embeddings der Bilder</translation>
    </message>
    <message>
        <source>embeddings and norms</source>
        <translation>Embeddings und Normen</translation>
    </message>
    <message>
        <source>places for adapters</source>
        <translation>Plätze für Adapter</translation>
    </message>
    <message>
        <source>choices of the indexer</source>
        <translation>Auswahl des Indexers</translation>
    </message>
    <message>
        <source>decoder layer</source>
        <translation>Decoder-Schicht</translation>
    </message>
    <message>
        <source>buffers of the runner</source>
        <translation>Puffer des Runners</translation>
    </message>
    <message>
        <source>it is about generating, for which the plan read here has no field</source>
        <translation>es betrifft das Generieren, wofür der hier gelesene Plan kein Feld hat</translation>
    </message>
    <message>
        <source>experts whose adapters differ in rank are not simulated</source>
        <translation>Experten, deren Adapter verschiedenen Rang haben, sind nicht simuliert</translation>
    </message>
    <message>
        <source>numbers above 0</source>
        <translation>Zahlen über 0</translation>
    </message>
    <message>
        <source>an object of LoRA adapters to mix</source>
        <translation>ein Objekt von LoRA-Adaptern, die gemischt werden</translation>
    </message>
    <message>
        <source>time: %1 makes the %2 completions of a step, %3 at once, each to its full length</source>
        <translation>Zeit: %1 erzeugt die %2 Completions eines Schritts, %3 zugleich, jede in voller Länge</translation>
    </message>
    <message>
        <source>the configuration names no class (%1)</source>
        <translation>die Konfiguration nennt keine Klasse (%1)</translation>
    </message>
    <message>
        <source>%1 is a class without a head</source>
        <translation>%1 ist eine Klasse ohne Head</translation>
    </message>
    <message>
        <source>%1 serves this model for embeddings alone and loads no head: %2</source>
        <translation>%1 bedient dieses Modell nur für Embeddings und lädt keinen Head: %2</translation>
    </message>
    <message>
        <source>an engine that generates: what stays of it while it sleeps</source>
        <translation>eine Engine, die generiert: was von ihr bleibt, während sie schläft</translation>
    </message>
    <message>
        <source>an engine that generates: its weights</source>
        <translation>eine Engine, die generiert: ihre Gewichte</translation>
    </message>
    <message>
        <source>an engine that generates: its cache</source>
        <translation>eine Engine, die generiert: ihr Cache</translation>
    </message>
    <message>
        <source>an engine that generates: its graphs, buffers and libraries</source>
        <translation>eine Engine, die generiert: ihre Graphen, Puffer und Bibliotheken</translation>
    </message>
    <message>
        <source>a cache without a bound has no size that a plan could say</source>
        <translation>ein Cache ohne Grenze hat keine Größe, die ein Plan nennen könnte</translation>
    </message>
    <message>
        <source>%1 takes whole %2</source>
        <translation>%1 nimmt ganze %2</translation>
    </message>
    <message>
        <source>only pictures of %1 are cut by it</source>
        <translation>nur Bilder von %1 werden dadurch zerteilt</translation>
    </message>
    <message>
        <source>adapters stand where their targets say: it decides with %1 alone</source>
        <translation>Adapter stehen, wo ihre Ziele es sagen: Es entscheidet nur mit %1</translation>
    </message>
    <message>
        <source>ms-swift leaves tower and aligner in 16 bits (%1), which a plan cannot say: it packs them, and takes about 1.5 bytes a parameter of theirs too little</source>
        <translation>ms-swift lässt Turm und Aligner in 16 Bit (%1), was ein Plan nicht sagen kann: Er packt sie und rechnet je Parameter von ihnen etwa 1,5 Byte zu wenig</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer states on the host (%1)</source>
        <translation>Gewichte, Gradienten und Optimizer-Zustände auf dem Host (%1)</translation>
    </message>
    <message>
        <source>weights, gradients and optimizer states on the host (%1)</source>
        <translation>Gewichte, Gradienten und Optimizer-Zustände auf dem Host (%1)</translation>
    </message>
    <message>
        <source>weights cross PCIe twice a step, gradients once</source>
        <translation>Gewichte gehen je Schritt zweimal über PCIe, Gradienten einmal</translation>
    </message>
    <message>
        <source>Seconds a step</source>
        <translation>Sekunden je Schritt</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>Tokens je Sekunde</translation>
    </message>
    <message>
        <source>Hours of the run</source>
        <translation>Stunden des Laufs</translation>
    </message>
    <message>
        <source>Dollars of it</source>
        <translation>Dollar dafür</translation>
    </message>
    <message>
        <source>%1: planned on text alone: nothing that its towers compute is in the figures. %2 puts some of it into the rows.</source>
        <translation>%1: nur mit Text geplant: Nichts, was seine Türme rechnen, ist in den Zahlen. %2 nimmt davon etwas in die Zeilen auf.</translation>
    </message>
    <message>
        <source>%1 takes %2, of which %3 rows of a step are no multiple</source>
        <translation>%1 nimmt %2, wovon %3 Zeilen eines Schritts kein Vielfaches sind</translation>
    </message>
    <message>
        <source>%1 reads text alone</source>
        <translation>%1 liest nur Text</translation>
    </message>
    <message>
        <source>%1 reads pictures and no sound</source>
        <translation>%1 liest Bilder und keinen Ton</translation>
    </message>
    <message>
        <source>what %1 takes of a clip of sound is not simulated</source>
        <translation>was %1 von einem Tonausschnitt nimmt, ist nicht simuliert</translation>
    </message>
    <message>
        <source>completions of one prompt are read as one</source>
        <translation>Completions eines Prompts werden als eine gelesen</translation>
    </message>
    <message>
        <source>%1 keeps adapters out of what stands beside the language model (%2), unless %3 says otherwise, and is planned so.</source>
        <translation>%1 hält Adapter aus dem heraus, was neben dem Sprachmodell steht (%2), sofern %3 nichts anderes sagt, und ist so geplant.</translation>
    </message>
    <message>
        <source>adapters of one rank on all matrices of a kind are simulated</source>
        <translation>simuliert sind Adapter eines Rangs auf allen Matrizen einer Art</translation>
    </message>
    <message>
        <source>only losses of %1 that run a batch whole read texts one after the other</source>
        <translation>nur Verluste von %1, die einen Batch ganz rechnen, lesen Texte nacheinander</translation>
    </message>
    <message>
        <source>what a pass computes takes less than what stands anyway</source>
        <translation>was ein Durchgang rechnet, braucht weniger als das, was ohnehin steht</translation>
    </message>
    <message>
        <source>only %1 trains prediction layers</source>
        <translation>nur %1 trainiert Vorhersageschichten</translation>
    </message>
    <message>
        <source>Card and host have one memory: while it loads, %1 stand on the card and up to %2 of the file beside them, and %3 are free at a start. The file&apos;s pages are given back where they must be, unless something pins them: slow, and machines have frozen over it.</source>
        <translation>Karte und Host haben einen gemeinsamen Speicher: Beim Laden liegen %1 auf der Karte und bis zu %2 der Datei daneben, und %3 sind bei einem Start frei. Die Seiten der Datei werden zurückgegeben, wo es sein muss, wenn nichts sie festhält: langsam, und Rechner sind darüber eingefroren.</translation>
    </message>
    <message>
        <source>Peak in the tower, %1: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>Spitze im Turm, %1: belegt %2, reserviert %3, auf dem Gerät %4 GiB (90-%-Intervall %5–%6).</translation>
    </message>
    <message>
        <source>llama.cpp ends with &quot;unable to allocate … buffer&quot; while it loads the model: lower inference.gpu_layers or inference.context.</source>
        <translation>llama.cpp endet beim Laden des Modells mit „unable to allocate … buffer“: inference.gpu_layers oder inference.context senken.</translation>
    </message>
    <message>
        <source>%1 has it for these model types alone</source>
        <translation>%1 hat es nur für diese Modelltypen</translation>
    </message>
    <message>
        <source>the projector&apos;s file is %1 by its name: it is planned with matrices of 16 bits, which no field of a plan changes</source>
        <translation>die Datei des Projektors ist dem Namen nach %1: geplant wird sie mit Matrizen in 16 Bit, was kein Feld eines Plans ändert</translation>
    </message>
    <message>
        <source>%1: how large the adapter is, is not known here: its file&apos;s tensors come on top of the figures</source>
        <translation>%1: Wie groß der Adapter ist, ist hier nicht bekannt: Die Tensoren seiner Datei kommen zu den Zahlen hinzu</translation>
    </message>
    <message>
        <source>it counts places of a model whose patches are not known here: %1 of a plan counts pixels</source>
        <translation>es zählt Plätze eines Modells, dessen Patches hier nicht bekannt sind: %1 eines Plans zählt Pixel</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 ist %2</translation>
    </message>
    <message>
        <source>plans train all adapters that there are, or leave them out</source>
        <translation>Pläne trainieren alle Adapter, die da sind, oder lassen sie weg</translation>
    </message>
    <message>
        <source>%1 holds a second model, which no field of a plan says: the weights of %2 (4 bytes a parameter unless it is loaded otherwise) and what its forward takes come on top</source>
        <translation>%1 hält ein zweites Modell, das kein Feld eines Plans nennt: Die Gewichte von %2 (4 Byte je Parameter, wenn es nicht anders geladen wird) und was sein Vorwärtslauf braucht, kommen hinzu</translation>
    </message>
    <message>
        <source>beside adapters it stays as it is, or has adapters itself</source>
        <translation>neben Adaptern bleibt es, wie es ist, oder hat selbst Adapter</translation>
    </message>
    <message>
        <source>a plan of %1 brings pictures to the tower&apos;s own width, 512 pixels where it has none</source>
        <translation>ein Plan von %1 bringt Bilder auf die Breite des Turms, 512 Pixel, wo er keine hat</translation>
    </message>
    <message>
        <source>%1 has no switch for it: its layers&apos; names decide</source>
        <translation>%1 hat keinen Schalter dafür: Die Namen seiner Schichten entscheiden</translation>
    </message>
    <message>
        <source>%1: sizes of what a start profiles stand in no field of a plan: it is planned with the largest that the model allows (%2)</source>
        <translation>%1: Größen dessen, was ein Start ausmisst, stehen in keinem Feld eines Plans: Geplant wird mit den größten, die das Modell zulässt (%2)</translation>
    </message>
    <message>
        <source>%1 does not start so: %2</source>
        <translation>%1 startet so nicht: %2</translation>
    </message>
    <message>
        <source>%1 is less than %2</source>
        <translation>%1 ist weniger als %2</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>%1 → %2 tokens, %3 patches in %4 tiles, by the processor&apos;s file</source>
        <translation>%1 → %2 Tokens, %3 Patches in %4 Kacheln, nach der Datei des Prozessors</translation>
    </message>
    <message>
        <source>%1 → %2 tokens, %3 patches in %4 tiles, as such checkpoints publish it</source>
        <translation>%1 → %2 Tokens, %3 Patches in %4 Kacheln, wie solche Checkpoints es veröffentlichen</translation>
    </message>
    <message>
        <source>full fine-tuning has no adapters</source>
        <translation>volles Fine-Tuning hat keine Adapter</translation>
    </message>
    <message>
        <source>%1 says what trains of it</source>
        <translation>%1 sagt, was davon trainiert</translation>
    </message>
    <message>
        <source>%1 hands scalings to its modules, which packed ones do not take</source>
        <translation>%1 reicht seinen Modulen Skalierungen, die gepackte nicht annehmen</translation>
    </message>
    <message>
        <source>a layer that %1 runs again has no scalings of %2 any more</source>
        <translation>eine Schicht, die %1 noch einmal rechnet, hat die Skalierungen von %2 nicht mehr</translation>
    </message>
    <message>
        <source>%1 keeps keys and values in a cache, which a model drops that runs layers again</source>
        <translation>%1 hält Schlüssel und Werte in einem Cache, den ein Modell verwirft, das Schichten noch einmal rechnet</translation>
    </message>
    <message>
        <source>as %1 says</source>
        <translation>wie %1 sagt</translation>
    </message>
    <message>
        <source>what %1 takes of a clip of sound is not simulated; what hears has %2 parameters</source>
        <translation>was %1 für ein Stück Ton braucht, wird nicht simuliert; was hört, hat %2 Parameter</translation>
    </message>
    <message>
        <source>what %1 takes of a picture is not simulated; what sees has %2 parameters</source>
        <translation>was %1 für ein Bild braucht, wird nicht simuliert; was sieht, hat %2 Parameter</translation>
    </message>
    <message>
        <source>%1 hears sound and reads no pictures</source>
        <translation>%1 hört Ton und liest keine Bilder</translation>
    </message>
    <message>
        <source>which layers train is told by the number of the model&apos;s layers, which is not known here: the plan trains all of them, and takes more</source>
        <translation>welche Schichten trainieren, hängt von der Zahl der Schichten des Modells ab, die hier nicht bekannt ist: Der Plan trainiert alle und braucht mehr</translation>
    </message>
    <message>
        <source>%1 stands in its place</source>
        <translation>%1 steht an seiner Stelle</translation>
    </message>
    <message>
        <source>the tool keeps the language head beside the score: its logits of every row are not in the figures, which are a lower bound</source>
        <translation>das Werkzeug behält den Sprachkopf neben der Bewertung: Seine Logits jeder Zeile sind nicht in den Zahlen, die eine Untergrenze sind</translation>
    </message>
    <message>
        <source>plans have no optimizer %1</source>
        <translation>Pläne haben keinen Optimierer %1</translation>
    </message>
    <message>
        <source>%1 is for every linear layer</source>
        <translation>%1 gilt für jede lineare Schicht</translation>
    </message>
    <message>
        <source>of targets of several shapes ms-swift gives %1 to those alone that have the shape of %2: name these in %3</source>
        <translation>von Zielen mehrerer Formen gibt ms-swift %1 nur denen mit der Form von %2: diese in %3 nennen</translation>
    </message>
    <message>
        <source>%1 freezes a share of the parameters, which no field of a plan says: the plan trains all of them, and takes more</source>
        <translation>%1 friert einen Teil der Parameter ein, was kein Feld eines Plans sagt: Der Plan trainiert alle und braucht mehr</translation>
    </message>
    <message>
        <source>a row is a prompt and its completion, %1 and %2 tokens, where the text says only one of them or neither: state rollout.prompt_length and rollout.completion_length where they are longer</source>
        <translation>eine Zeile ist ein Prompt und seine Antwort, %1 und %2 Tokens, wo der Text nur eins von beiden oder keins sagt: rollout.prompt_length und rollout.completion_length angeben, wo sie länger sind</translation>
    </message>
    <message>
        <source>plans hold the model that trains once more, not %1</source>
        <translation>Pläne halten das Modell, das trainiert, noch einmal, nicht %1</translation>
    </message>
    <message>
        <source>what %1 holds is not known: name its model and say what else it sets</source>
        <translation>was %1 hält, ist nicht bekannt: sein Modell nennen und sagen, was es sonst setzt</translation>
    </message>
    <message>
        <source>%1 computes linear layers in float8, which no plan of %2 says</source>
        <translation>%1 rechnet lineare Schichten in float8, was kein Plan von %2 sagt</translation>
    </message>
    <message>
        <source>the whole model is gathered to generate, as in every plan</source>
        <translation>zum Erzeugen wird das ganze Modell gesammelt, wie in jedem Plan</translation>
    </message>
    <message>
        <source>plans gather the whole model to generate; module by module it takes less, and no field says so</source>
        <translation>Pläne sammeln zum Erzeugen das ganze Modell; Modul für Modul braucht es weniger, und kein Feld sagt das</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model; the training asks no reference.</source>
        <translation>%1: %2 zählt Paare, also gehen doppelt so viele Zeilen durch das Modell; das Training fragt keine Referenz.</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, a second set of adapters.</source>
        <translation>%1: %2 zählt Paare, also gehen doppelt so viele Zeilen durch das Modell, und noch einmal ohne Gradienten für die Referenz, einen zweiten Satz Adapter.</translation>
    </message>
    <message>
        <source>%1: %2 counts rows; they go through the model once more without gradients, for mismatched pairs; the training asks no reference.</source>
        <translation>%1: %2 zählt Zeilen; sie gehen noch einmal ohne Gradienten durch das Modell, für vertauschte Paare; das Training fragt keine Referenz.</translation>
    </message>
    <message>
        <source>the model that trains generates its completions, and ranks divide it: what that takes is not in the figures</source>
        <translation>das Modell, das trainiert, erzeugt seine Antworten, und Ränge teilen es: Was das braucht, ist nicht in den Zahlen</translation>
    </message>
    <message>
        <source>%1 stands on the cards that train and is not in the figures: %2 says what share of them it takes.</source>
        <translation>%1 steht auf den Karten, die trainieren, und ist nicht in den Zahlen: %2 sagt, welchen Anteil es davon nimmt.</translation>
    </message>
    <message>
        <source>%1: as %2</source>
        <translation>%1: wie %2</translation>
    </message>
    <message>
        <source>what a teacher answers is not rewarded</source>
        <translation>was ein Lehrer antwortet, wird nicht belohnt</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>%1: which layers a share of them trains goes by the checkpoint. They are taken as drawn for each kind of weight, and the intervals go from the same layers of every kind to as few together as can be</source>
        <translation>%1: Welche Schichten ein Anteil von ihnen trainiert, richtet sich nach dem Checkpoint. Sie gelten für jede Art von Gewicht als ausgelost, und die Intervalle reichen von denselben Schichten jeder Art bis zu so wenigen gemeinsamen wie möglich</translation>
    </message>
    <message>
        <source>%1 says another loss</source>
        <translation>%1 nennt einen anderen Loss</translation>
    </message>
    <message>
        <source>%1 replaces no such part of a model of type %2</source>
        <translation>%1 ersetzt bei einem Modell vom Typ %2 keinen solchen Teil</translation>
    </message>
    <message>
        <source>it says which layers are the share that trains, and all of a kind are alike</source>
        <translation>es sagt, welche Schichten der trainierte Anteil sind, und alle einer Art sind gleich</translation>
    </message>
    <message>
        <source>%1 runs what it finds installed</source>
        <translation>%1 führt aus, was installiert ist</translation>
    </message>
    <message>
        <source>%1 trains a share of the layers, embedding and head</source>
        <translation>%1 trainiert einen Anteil der Schichten, Embedding und Kopf</translation>
    </message>
    <message>
        <source>the checkpoint says which layers they are</source>
        <translation>welche Schichten es sind, sagt der Checkpoint</translation>
    </message>
    <message>
        <source>it is planned of decoders alone</source>
        <translation>es wird nur für Decoder geplant</translation>
    </message>
    <message>
        <source>a list of rows below %1, or such lists by %2 and %3</source>
        <translation>eine Liste von Zeilen unter %1 oder solche Listen unter %2 und %3</translation>
    </message>
    <message>
        <source>rows of a head alone, or of a tied one apart, are not planned: a tied head follows its embedding</source>
        <translation>Zeilen eines Kopfes allein oder eines gebundenen für sich werden nicht geplant: Ein gebundener Kopf folgt seinem Embedding</translation>
    </message>
    <message>
        <source>the adapter takes this module in another way</source>
        <translation>der Adapter nimmt dieses Modul auf andere Weise</translation>
    </message>
    <message>
        <source>%1 says it</source>
        <translation>%1 sagt es</translation>
    </message>
    <message>
        <source>no card is named whose memory its host shares</source>
        <translation>keine genannte Karte teilt ihren Speicher mit dem Host</translation>
    </message>
    <message>
        <source>lengths: of this run their rows alone are counted, each as long as the plan says</source>
        <translation>Längen: von diesem Lauf zählt nur ihre Zahl von Zeilen, jede so lang, wie der Plan sagt</translation>
    </message>
    <message>
        <source>lengths: %1 of %2 rows have more than %3 tokens (%4) and are left out</source>
        <translation>Längen: %1 von %2 Zeilen haben mehr als %3 Tokens (%4) und werden ausgelassen</translation>
    </message>
    <message>
        <source>lengths: %1 of %2 rows have more than %3 tokens (%4) and are cut to them</source>
        <translation>Längen: %1 von %2 Zeilen haben mehr als %3 Tokens (%4) und werden darauf gekürzt</translation>
    </message>
    <message>
        <source>lengths: the longest row has %1 tokens, bytes are those of %2 (%3)</source>
        <translation>Längen: die längste Zeile hat %1 Tokens, die Bytes sind die von %2 (%3)</translation>
    </message>
    <message>
        <source>what the engine on other cards takes cannot be said: %1</source>
        <translation>was die Engine auf anderen Karten belegt, lässt sich nicht sagen: %1</translation>
    </message>
    <message>
        <source>time: of %1 drafted tokens %2 are taken (%3): a pass makes %4</source>
        <translation>Zeit: von %1 vorgeschlagenen Tokens werden %2 angenommen (%3): ein Durchlauf ergibt %4</translation>
    </message>
    <message>
        <source>time: how many of %1 drafted tokens are taken is not stated (%2): a pass makes %3, and the interval goes from none to all of them</source>
        <translation>Zeit: wie viele von %1 vorgeschlagenen Tokens angenommen werden, ist nicht angegeben (%2): ein Durchlauf ergibt %3, und das Intervall reicht von keinem bis zu allen</translation>
    </message>
    <message>
        <source>time: what the model that drafts takes itself is not counted</source>
        <translation>Zeit: was das vorschlagende Modell selbst braucht, ist nicht gezählt</translation>
    </message>
    <message>
        <source>time: the optimizer steps on the host, whose memory is assumed to move %1 GB a second: no plan states it</source>
        <translation>Zeit: der Optimierer rechnet auf dem Host, dessen Speicher mit angenommenen %1 GB je Sekunde läuft: kein Plan sagt es</translation>
    </message>
    <message>
        <source>time: a disk is assumed to read %1 and write %2 GB a second for all cards of a machine: no plan states it</source>
        <translation>Zeit: eine Platte liest angenommen %1 und schreibt %2 GB je Sekunde für alle Karten einer Maschine: kein Plan sagt es</translation>
    </message>
    <message>
        <source>time: cards of this kind have no NVLink (%1 %2); over the bus %3 of them send in a ring at %4 GB a second</source>
        <translation>Zeit: Karten dieser Art haben kein NVLink (%1 %2); über den Bus senden %3 von ihnen im Ring mit %4 GB je Sekunde</translation>
    </message>
    <message>
        <source>time: with %1 %2, %3 cards send in a ring at %4 GB a second</source>
        <translation>Zeit: mit %1 %2 senden %3 Karten im Ring mit %4 GB je Sekunde</translation>
    </message>
    <message>
        <source>time: keys and values come from the host at %1 GB a second, assumed %2 % of the bus</source>
        <translation>Zeit: Keys und Values kommen mit %1 GB je Sekunde vom Host, angenommen %2 % des Busses</translation>
    </message>
    <message>
        <source>time: what stands with the host is computed there, at an assumed %1 TFLOPS and %2 GB a second of its memory, and from %3 rows on comes to the card at %4 GB a second, assumed %5 % of the bus</source>
        <translation>Zeit: was beim Host steht, wird dort gerechnet, mit angenommenen %1 TFLOPS und %2 GB je Sekunde seines Speichers, und kommt ab %3 Zeilen mit %4 GB je Sekunde auf die Karte, angenommen %5 % des Busses</translation>
    </message>
    <message>
        <source>time: weights that stand with the host come to the card in each pass, at %1 GB a second, assumed %2 % of the bus</source>
        <translation>Zeit: Gewichte, die beim Host stehen, kommen in jedem Durchlauf auf die Karte, mit %1 GB je Sekunde, angenommen %2 % des Busses</translation>
    </message>
    <message>
        <source>no projector is loaded</source>
        <translation>kein Projektor wird geladen</translation>
    </message>
    <message>
        <source>no model of its own drafts</source>
        <translation>kein eigenes Modell schlägt vor</translation>
    </message>
    <message>
        <source>nobody who drafts has a cache</source>
        <translation>wer vorschlägt, hat keinen Cache</translation>
    </message>
    <message>
        <source>objective&apos;s loss</source>
        <translation>Verlust des Ziels</translation>
    </message>
    <message>
        <source>KL estimate</source>
        <translation>KL-Schätzung</translation>
    </message>
    <message>
        <source>it is of an engine on the cards that train, and this one is a server</source>
        <translation>es gehört zu einer Engine auf den trainierenden Karten, und diese ist ein Server</translation>
    </message>
    <message>
        <source>a server is told it where it is started, not by the trainer</source>
        <translation>einem Server wird es beim Start gesagt, nicht vom Trainer</translation>
    </message>
    <message>
        <source>a model whose processor of videos is known</source>
        <translation>ein Modell, dessen Videoprozessor bekannt ist</translation>
    </message>
    <message>
        <source>%1: the teacher is a whole model beside the one that trains, in its checkpoint&apos;s dtype, and answers every row while the graph of its pupil stands.</source>
        <translation>%1: das Teacher-Modell ist ein ganzes Modell neben dem, das trainiert, im Datentyp seines Checkpoints, und beantwortet jede Zeile, während der Graph des Schülers steht.</translation>
    </message>
    <message>
        <source>none: this processor spreads its frames by the video&apos;s length</source>
        <translation>keine: dieser Prozessor verteilt seine Einzelbilder nach der Länge des Videos</translation>
    </message>
    <message>
        <source>a number, or %1: this processor takes every frame that it is given</source>
        <translation>eine Zahl, oder %1: dieser Prozessor nimmt jedes Einzelbild, das er bekommt</translation>
    </message>
    <message>
        <source>%1 or more, which this processor raises on</source>
        <translation>%1 oder mehr, wobei dieser Prozessor mit einem Fehler endet</translation>
    </message>
    <message>
        <source>whole numbers from %1 to %2, or an object of them with %3 and %4</source>
        <translation>ganze Zahlen von %1 bis %2, oder ein Objekt aus ihnen mit %3 und %4</translation>
    </message>
    <message>
        <source>with %1</source>
        <translation>mit %1</translation>
    </message>
    <message>
        <source>The engine that makes completions</source>
        <translation>Die Engine, die Completions erzeugt</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>Completions</translation>
    </message>
    <message>
        <source>video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>%1, %2 frames → %3 tokens, %4 patches, by the processor&apos;s file</source>
        <translation>%1, %2 Einzelbilder → %3 Tokens, %4 Patches, nach der Datei des Prozessors</translation>
    </message>
    <message>
        <source>%1, %2 frames → %3 tokens, %4 patches, as such checkpoints publish it</source>
        <translation>%1, %2 Einzelbilder → %3 Tokens, %4 Patches, wie solche Checkpoints es veröffentlichen</translation>
    </message>
    <message>
        <source>Fullest: %1, engine awake: %2, of which the engine %3.</source>
        <translation>Am vollsten: %1, Engine wach: %2, davon die Engine %3.</translation>
    </message>
    <message>
        <source>Fullest: %1, engine not awake: %2, of which the engine %3.</source>
        <translation>Am vollsten: %1, Engine nicht wach: %2, davon die Engine %3.</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>Trainer</translation>
    </message>
    <message>
        <source>its weights</source>
        <translation>ihre Gewichte</translation>
    </message>
    <message>
        <source>its cache</source>
        <translation>ihr Cache</translation>
    </message>
    <message>
        <source>%1 serves on other cards: engines: %2, cards of each: %3; each card needs %4 and the engine claims %5 of it.</source>
        <translation>%1 bedient auf anderen Karten: Engines: %2, Karten je Engine: %3; jede Karte braucht %4, und die Engine beansprucht %5 von ihr.</translation>
    </message>
    <message>
        <source>waking: weights</source>
        <translation>Aufwachen: Gewichte</translation>
    </message>
    <message>
        <source>weights pushed</source>
        <translation>Gewichte übertragen</translation>
    </message>
    <message>
        <source>waking: cache</source>
        <translation>Aufwachen: Cache</translation>
    </message>
    <message>
        <source>tower</source>
        <translation>Turm</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>drafter</source>
        <translation>Entwurfsmodell</translation>
    </message>
    <message>
        <source>Rows of %1 to %2 tokens, %3 on the average: a step takes %4 % of the time of one of full length, %5 % of its tokens are padding.</source>
        <translation>Zeilen von %1 bis %2 Tokens, im Mittel %3: ein Schritt braucht %4 % der Zeit eines Schritts voller Länge, %5 % seiner Tokens sind Padding.</translation>
    </message>
    <message>
        <source>%1 that come out</source>
        <translation>%1, die herauskommen</translation>
    </message>
    <message>
        <source>%1 trains the weights themselves: without adapters there is no model as it began beside it</source>
        <translation>%1 trainiert die Gewichte selbst: ohne Adapter gibt es daneben kein Modell, wie es begann</translation>
    </message>
    <message>
        <source>%1 generates on other cards: what it takes of them stands beside the answer, not in its figures (%2).</source>
        <translation>%1 erzeugt auf anderen Karten: was es von ihnen belegt, steht neben der Antwort, nicht in ihren Zahlen (%2).</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 stays so while it is converted</source>
        <translation>das %1 der Konfiguration bleibt bei der Umwandlung so</translation>
    </message>
    <message>
        <source>video: %1 frames of %2 become %3 tokens, %4 patches — by the processor&apos;s file beside the model</source>
        <translation>Video: %1 Einzelbilder von %2 werden zu %3 Tokens, %4 Patches — nach der Datei des Prozessors neben dem Modell</translation>
    </message>
    <message>
        <source>video: %1 frames of %2 become %3 tokens, %4 patches — no processor&apos;s file is beside the model: as such checkpoints publish it</source>
        <translation>Video: %1 Einzelbilder von %2 werden zu %3 Tokens, %4 Patches — neben dem Modell liegt keine Datei des Prozessors: wie solche Checkpoints es veröffentlichen</translation>
    </message>
    <message>
        <source>what %1 takes of a video is not simulated</source>
        <translation>was %1 von einem Video nimmt, wird nicht simuliert</translation>
    </message>
    <message>
        <source>no video processor of %1 is known</source>
        <translation>kein Videoprozessor von %1 ist bekannt</translation>
    </message>
    <message>
        <source>pictures or sound in the same row are not simulated with videos</source>
        <translation>Bilder oder Ton in derselben Zeile werden mit Videos nicht simuliert</translation>
    </message>
    <message>
        <source>%1 videos of %2 tokens stand in a row, in whose length they count</source>
        <translation>%1 Videos von %2 Tokens stehen in einer Zeile, zu deren Länge sie zählen</translation>
    </message>
    <message>
        <source>this objective&apos;s head tells no classes apart</source>
        <translation>der Kopf dieses Ziels unterscheidet keine Klassen</translation>
    </message>
    <message>
        <source>no videos stand in a row (%1)</source>
        <translation>in einer Zeile stehen keine Videos (%1)</translation>
    </message>
    <message>
        <source>%1 names a number</source>
        <translation>%1 nennt eine Zahl</translation>
    </message>
    <message>
        <source>the engine stands on the cards that train: %1 puts it on others</source>
        <translation>die Engine steht auf den trainierenden Karten: %1 setzt sie auf andere</translation>
    </message>
    <message>
        <source>an engine on cards of its own stays awake</source>
        <translation>eine Engine auf eigenen Karten bleibt wach</translation>
    </message>
    <message>
        <source>no engine generates on the cards that train</source>
        <translation>keine Engine erzeugt auf den trainierenden Karten</translation>
    </message>
    <message>
        <source>nothing is learned of this run: %1</source>
        <translation>aus diesem Lauf wird nichts gelernt: %1</translation>
    </message>
    <message>
        <source>it is of another model: %1</source>
        <translation>er ist von einem anderen Modell: %1</translation>
    </message>
    <message>
        <source>it is of %1 layers on cards, the plan of %2</source>
        <translation>er hat %1 Schichten auf Karten, der Plan %2</translation>
    </message>
    <message>
        <source>it is behind %1 tokens in the cache, the plan&apos;s prompt has %2</source>
        <translation>er steht hinter %1 Tokens im Cache, der Prompt des Plans hat %2</translation>
    </message>
    <message>
        <source>it is of %1, the plan of %2</source>
        <translation>er ist von %1, der Plan von %2</translation>
    </message>
    <message>
        <source>%1 requests ran at once, the plan&apos;s are %2</source>
        <translation>%1 Anfragen liefen zugleich, der Plan hat %2</translation>
    </message>
    <message>
        <source>%1; nobody states how much memory its host has: not checked</source>
        <translation>%1; niemand sagt, wie viel Speicher sein Host hat: nicht geprüft</translation>
    </message>
    <message>
        <source>the engine that generates does not start: %1</source>
        <translation>die Engine, die generiert, startet nicht: %1</translation>
    </message>
    <message>
        <source>%1 is not among the plugins</source>
        <translation>%1 ist nicht unter den Plugins</translation>
    </message>
    <message>
        <source>%1 says what trains, by expressions in which a dot is a dot</source>
        <translation>%1 sagt, was trainiert, mit Ausdrücken, in denen ein Punkt ein Punkt ist</translation>
    </message>
    <message>
        <source>the reference is another model than the one that trains: a plan holds the same one again</source>
        <translation>die Referenz ist ein anderes Modell als das trainierte: ein Plan hält dasselbe noch einmal</translation>
    </message>
    <message>
        <source>%1 starts its engine in the process that trains</source>
        <translation>%1 startet seine Engine im trainierenden Prozess</translation>
    </message>
    <message>
        <source>this objective generates no completions</source>
        <translation>dieses Ziel erzeugt keine Completions</translation>
    </message>
    <message>
        <source>%1 alone reads it</source>
        <translation>nur %1 liest es</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 ist an</translation>
    </message>
    <message>
        <source>what it moves is back on the card for every step</source>
        <translation>was es verschiebt, ist für jeden Schritt wieder auf der Karte</translation>
    </message>
    <message>
        <source>what it moves is back on the card for every step, and away only while completions are drawn: a plan says that of weights and states together</source>
        <translation>was es verschiebt, ist für jeden Schritt wieder auf der Karte und nur fort, während Completions entstehen: ein Plan sagt das von Gewichten und Zuständen zusammen</translation>
    </message>
    <message>
        <source>its host must hold %1 GiB of the run: not checked, nobody states its memory</source>
        <translation>sein Host muss %1 GiB des Laufs halten: nicht geprüft, niemand nennt seinen Speicher</translation>
    </message>
    <message>
        <source>of all cards whose speed is known none that holds it is faster</source>
        <translation>von allen Karten, deren Tempo bekannt ist, ist keine schneller, die es fasst</translation>
    </message>
    <message>
        <source>a share of the layers above %1 and of %2 at most</source>
        <translation>ein Anteil der Schichten über %1 und höchstens %2</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>The training: %1</source>
        <translation>Das Training: %1</translation>
    </message>
    <message>
        <source>The server: %1</source>
        <translation>Der Server: %1</translation>
    </message>
    <message>
        <source>Give the server other cards, more of them or another share of them (%1, %2, %3).</source>
        <translation>Geben Sie dem Server andere Karten, mehr davon oder einen anderen Anteil (%1, %2, %3).</translation>
    </message>
    <message>
        <source>%1 does not start on other cards: engines: %2, cards of each: %3; each card would have to hold %4.</source>
        <translation>%1 startet auf anderen Karten nicht: Engines: %2, Karten je Engine: %3; jede Karte müsste %4 halten.</translation>
    </message>
    <message>
        <source>completions are made while it trains: nothing is there to score before</source>
        <translation>Completions entstehen während des Trainings: vorher gibt es nichts zu bewerten</translation>
    </message>
    <message>
        <source>more than %1, which is %2</source>
        <translation>mehr als %1, das %2 ist</translation>
    </message>
    <message>
        <source>the engine refuses prompts that leave no token of its context</source>
        <translation>die Engine lehnt Prompts ab, die kein Token ihres Kontexts übrig lassen</translation>
    </message>
    <message>
        <source>%1 holds %2 tokens, and prompt and completion are %3 + %4: behind the longest prompts completions end after %5.</source>
        <translation>%1 fasst %2 Tokens, Prompt und Completion sind %3 + %4: hinter den längsten Prompts enden Completions nach %5.</translation>
    </message>
    <message>
        <source>no reference is asked where %1 is 0</source>
        <translation>wo %1 gleich 0 ist, wird keine Referenz befragt</translation>
    </message>
    <message>
        <source>%1 shares an engine among whole groups of ranks: it raises where %2 of %3 are no such group</source>
        <translation>%1 teilt eine Engine unter ganzen Gruppen von Rängen: es endet mit einem Fehler, wo %2 von %3 keine solche Gruppe sind</translation>
    </message>
    <message>
        <source>%1 names the linear layers itself, among which experts and a router that are parameters are not, and is planned so.</source>
        <translation>%1 nennt die linearen Schichten selbst; Experten und Router, die Parameter sind, gehören nicht dazu, und so ist es geplant.</translation>
    </message>
    <message>
        <source>one card serves and sends to none</source>
        <translation>eine Karte bedient und sendet an keine</translation>
    </message>
    <message>
        <source>experts that %1 packs for %2 are not simulated</source>
        <translation>Experten, die %1 für %2 packt, werden nicht simuliert</translation>
    </message>
    <message>
        <source>%1 loads such weights by it: without it the engine does not start</source>
        <translation>%1 lädt solche Gewichte damit: ohne es startet die Engine nicht</translation>
    </message>
    <message>
        <source>no reference is asked</source>
        <translation>kein Referenzmodell wird gefragt</translation>
    </message>
    <message>
        <source>a plan has one number of rows for passes of the actor and of the reference: the larger one</source>
        <translation>ein Plan hat eine einzige Zeilenzahl für Durchläufe des Actors und der Referenz: die größere</translation>
    </message>
    <message>
        <source>Unsloth does not read it any more</source>
        <translation>Unsloth liest es nicht mehr</translation>
    </message>
    <message>
        <source>a generation is scored in equal parts</source>
        <translation>eine Generierung wird in gleichen Teilen bewertet</translation>
    </message>
    <message>
        <source>%1 card is named, for %2 processes that take %3 of %4 each.</source>
        <translation>%1 Karte ist genannt, für %2 Prozesse, die je %3 von %4 belegen.</translation>
    </message>
    <message>
        <source>%1 gives an engine that sleeps a share of its own, by the size of the card: %2 of the plan is not read (%3).</source>
        <translation>%1 gibt einer Engine, die schläft, einen eigenen Anteil nach der Größe der Karte: %2 des Plans wird nicht gelesen (%3).</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output beside the language head, whose logits of every token are made in float32 and dropped; %3 counts pairs, so twice the rows go through the model.</source>
        <translation>%1: ein lineares „%2“ mit einer Ausgabe neben dem Sprachkopf, dessen Logits aller Tokens in float32 berechnet und verworfen werden; %3 zählt Paare, also gehen doppelt so viele Zeilen durch das Modell.</translation>
    </message>
    <message>
        <source>a pass without gradients takes less than training</source>
        <translation>ein Durchlauf ohne Gradienten belegt weniger als das Training</translation>
    </message>
    <message>
        <source>time: no price, as no machine with %1 of %2 is offered, which %3 takes for a node</source>
        <translation>Zeit: kein Preis, da keine Maschine mit %1 × %2 angeboten wird, die %3 für einen Knoten braucht</translation>
    </message>
    <message>
        <source>Rows a second: measured %1, planned %2 (%3 to %4)</source>
        <translation>Zeilen pro Sekunde: gemessen %1, geplant %2 (%3 bis %4)</translation>
    </message>
    <message>
        <source>time: %1 is not stated: tokens that come out are priced as they are written, with no prompt read for them; a row is taken for %2 of them</source>
        <translation>Zeit: %1 ist nicht angegeben: ausgegebene Tokens werden so berechnet, wie sie geschrieben werden, ohne dass ein Prompt dafür gelesen wird; eine Zeile gilt als %2 davon</translation>
    </message>
    <message>
        <source>time: what towers compute of pictures, sound and videos is not in it; their tokens are among those of a prompt (%1 less %2)</source>
        <translation>Zeit: was Encoder an Bildern, Ton und Videos berechnen, ist nicht enthalten; ihre Tokens zählen zu denen eines Prompts (%1 weniger %2)</translation>
    </message>
    <message>
        <source>time: matrices of 4 bits are taken to be multiplied in %1 (%2); where nobody says it, %3&apos;s own is %4, without autocast, and a step takes about %5 times as long</source>
        <translation>Zeit: für 4-Bit-Matrizen wird angenommen, dass in %1 multipliziert wird (%2); wo es niemand angibt, ist die Vorgabe von %3 ohne Autocast %4, und ein Schritt dauert etwa %5-mal so lange</translation>
    </message>
    <message>
        <source>without autocast products run in float32, which take longer and more memory than those planned, in 16 bits</source>
        <translation>ohne Autocast laufen Matrixprodukte in float32, die länger dauern und mehr Speicher belegen als die geplanten in 16 Bit</translation>
    </message>
    <message>
        <source>%1: on %2 it is tight, which is not taken</source>
        <translation>%1: auf %2 ist es knapp, das wird nicht genommen</translation>
    </message>
    <message>
        <source>beside what came out, %1 tokens of prompts a second were read</source>
        <translation>neben der Ausgabe wurden %1 Prompt-Tokens pro Sekunde gelesen</translation>
    </message>
    <message>
        <source>%1 before %2 takes %3 GiB that loading gave back for memory that nobody holds, where it can sleep: its cache is larger than its share of the card by that.</source>
        <translation>%1 vor %2 hält, wo es schlafen kann, %3 GiB, die das Laden zurückgab, für Speicher, den niemand belegt: Um so viel ist sein Cache größer als sein Anteil an der Karte.</translation>
    </message>
    <message>
        <source>%1 finds what an earlier start compiled: the first one of a configuration copies tables while it compiles, and has less cache</source>
        <translation>%1 findet, was ein früherer Start kompiliert hat: Der erste einer Konfiguration kopiert beim Kompilieren Tabellen und hat weniger Cache</translation>
    </message>
    <message>
        <source>%1 tells it to a server alone: an engine on the cards that train is as long as its model</source>
        <translation>%1 sagt es nur einem Server: Eine Engine auf den Karten des Trainings ist so lang wie ihr Modell</translation>
    </message>
    <message>
        <source>%1 hands it to DPO&apos;s trainer alone</source>
        <translation>%1 reicht es nur an den Trainer von DPO weiter</translation>
    </message>
    <message>
        <source>Completions of %1 tokens</source>
        <translation>Vervollständigungen von %1 Token</translation>
    </message>
    <message>
        <source>longer completions are cut</source>
        <translation>längere Vervollständigungen werden abgeschnitten</translation>
    </message>
    <message>
        <source>%1 compares completions of one prompt with one another, and raises on fewer</source>
        <translation>%1 vergleicht Vervollständigungen eines Prompts miteinander und bricht bei weniger ab</translation>
    </message>
    <message>
        <source>%1 makes %2 completions at once, which are no whole groups of %3 of a prompt, and raises</source>
        <translation>%1 erzeugt %2 Vervollständigungen auf einmal, keine ganzen Gruppen von %3 je Prompt, und bricht ab</translation>
    </message>
    <message>
        <source>%1 compares answers word by word, and raises where the teacher has %2 words and the model %3</source>
        <translation>%1 vergleicht Antworten Wort für Wort und bricht ab, wo der Lehrer %2 Wörter hat und das Modell %3</translation>
    </message>
</context>
<context>
    <name>plimsoll::AdviceModel</name>
    <message>
        <source>no effect here: %1</source>
        <translation>hier ohne Wirkung: %1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Saves, %1</source>
        <translation>Spart, %1</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Dann</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>Kostet</translation>
    </message>
</context>
<context>
    <name>plimsoll::AdvicePanel</name>
    <message>
        <source>Working out what would help…</source>
        <translation>Ermittle, was helfen würde…</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>Changes that would help</source>
        <translation>Änderungen, die helfen würden</translation>
    </message>
    <message>
        <source>Enter applies the selected change.</source>
        <translation>Eingabe wendet die gewählte Änderung an.</translation>
    </message>
    <message>
        <source>Nothing is known that would help this plan.</source>
        <translation>Nichts bekannt, das diesem Plan helfen würde.</translation>
    </message>
    <message>
        <source>Nothing is known that would help here.</source>
        <translation>Nichts bekannt, das hier helfen würde.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Advisor</name>
    <message>
        <source>Add a card or a budget to see what to change.</source>
        <translation>Karte oder Budget hinzufügen, um zu sehen, was zu ändern ist.</translation>
    </message>
</context>
<context>
    <name>plimsoll::AmountGroup</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>How much the run goes through</source>
        <translation>Wie viel der Lauf durchläuft</translation>
    </message>
    <message>
        <source>10M</source>
        <translation>10M</translation>
    </message>
    <message>
        <source>Tokens or rows of the data set: then hours and dollars of the whole run are told.</source>
        <translation>Tokens oder Zeilen der Daten: Dann werden Stunden und Dollar des ganzen Laufs genannt.</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>Was gezählt wird</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Tokens of the data set, or rows of the plan&apos;s own length.</source>
        <translation>Tokens der Daten oder Zeilen von der Länge des Plans.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>How often it goes through the data</source>
        <translation>Wie oft die Daten durchlaufen werden</translation>
    </message>
    <message>
        <source>Hours and dollars are told of all of them together.</source>
        <translation>Stunden und Dollar gelten für alle zusammen.</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Row lengths</source>
        <translation>Zeilenlängen</translation>
    </message>
    <message>
        <source>How long the rows are</source>
        <translation>Wie lang die Zeilen sind</translation>
    </message>
    <message>
        <source>as the plan says</source>
        <translation>wie der Plan sagt</translation>
    </message>
    <message>
        <source>from a file…</source>
        <translation>aus einer Datei …</translation>
    </message>
    <message>
        <source>A file with a length a line, a JSON list, or JSON lines with length or input_ids: then padding and shorter batches count in hours and dollars.</source>
        <translation>Eine Datei mit einer Länge je Zeile, eine JSON-Liste oder JSON-Zeilen mit length oder input_ids: dann zählen Padding und kürzere Batches bei Stunden und Dollar.</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>What becomes of rows that are not alike</source>
        <translation>Was aus Zeilen wird, die nicht gleich lang sind</translation>
    </message>
    <message>
        <source>padded</source>
        <translation>aufgefüllt</translation>
    </message>
    <message>
        <source>sorted by length</source>
        <translation>nach Länge sortiert</translation>
    </message>
    <message>
        <source>packed</source>
        <translation>gepackt</translation>
    </message>
    <message>
        <source>padding-free</source>
        <translation>ohne Padding</translation>
    </message>
    <message>
        <source>Lengths of a data set&apos;s rows</source>
        <translation>Längen der Zeilen eines Datensatzes</translation>
    </message>
    <message>
        <source>%1 to %2 tokens</source>
        <translation>%1 bis %2 Tokens</translation>
    </message>
    <message>
        <source>Rows are padded to the longest of their batch, sorted so that alike ones meet, or laid one behind the other until they fill the length.</source>
        <translation>Zeilen werden auf die längste ihres Batches aufgefüllt, so sortiert, dass gleich lange zusammenkommen, oder hintereinandergelegt, bis sie die Länge füllen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::AnswerLine</name>
    <message>
        <source>How long it takes: not known</source>
        <translation>Dauer: nicht bekannt</translation>
    </message>
    <message>
        <source>How long it takes: %1</source>
        <translation>Dauer: %1</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>plimsoll::BesideAnswer</name>
    <message>
        <source>%1: %2 — &lt;a href=&quot;apply&quot;&gt;apply&lt;/a&gt;.</source>
        <translation>%1: %2 — &lt;a href=&quot;apply&quot;&gt;anwenden&lt;/a&gt;.</translation>
    </message>
    <message numerus="yes">
        <source>%n changes together: %1 — &lt;a href=&quot;apply&quot;&gt;apply&lt;/a&gt;.</source>
        <translation>
            <numerusform>%n Änderung zusammen: %1 — &lt;a href=&quot;apply&quot;&gt;anwenden&lt;/a&gt;.</numerusform>
            <numerusform>%n Änderungen zusammen: %1 — &lt;a href=&quot;apply&quot;&gt;anwenden&lt;/a&gt;.</numerusform>
        </translation>
    </message>
    <message>
        <source>Evaluate one row at a time</source>
        <translation>Zeile für Zeile evaluieren</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>Anwenden: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::BreakdownModel</name>
    <message>
        <source>Component	bytes
</source>
        <translation>Komponente	Bytes
</translation>
    </message>
    <message>
        <source>These are tensors. torch.cuda.max_memory_allocated() counts the blocks that hold them: %1 at the peak.</source>
        <translation>Dies sind Tensoren. torch.cuda.max_memory_allocated() zählt die Blöcke, die sie halten: %1 an der Spitze.</translation>
    </message>
    <message>
        <source>Difference to %1</source>
        <translation>Differenz zu %1</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Komponente</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>zu %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::BreakdownPanel</name>
    <message>
        <source>Breakdown</source>
        <translation>Aufschlüsselung</translation>
    </message>
    <message>
        <source>Breakdown by component</source>
        <translation>Aufschlüsselung nach Komponente</translation>
    </message>
    <message>
        <source>Bytes of every component; the legend of the charts.</source>
        <translation>Bytes jeder Komponente; die Legende der Diagramme.</translation>
    </message>
    <message>
        <source>Copy the selected rows in bytes</source>
        <translation>Gewählte Zeilen in Bytes kopieren</translation>
    </message>
    <message>
        <source>Copy the whole table in bytes</source>
        <translation>Ganze Tabelle in Bytes kopieren</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>at the peak, %1</source>
        <translation>Spitze: %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Beside the card: %1</source>
        <translation>Neben der Karte: %1</translation>
    </message>
    <message>
        <source>not available: see the answer</source>
        <translation>nicht verfügbar: siehe Antwort</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardDialog</name>
    <message>
        <source>Insert into %1</source>
        <translation>In %1 einfügen</translation>
    </message>
    <message>
        <source>This is all that changes in %1. The block carries its plan, which plimsoll import reads.</source>
        <translation>Nur dies ändert sich in %1. Der Block enthält seinen Plan, den plimsoll import liest.</translation>
    </message>
    <message>
        <source>What changes, line by line</source>
        <translation>Was sich ändert, Zeile für Zeile</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>&amp;Schreiben</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardsGroup</name>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Add card or budget…</source>
        <translation>Karte oder Budget hinzufügen…</translation>
    </message>
    <message>
        <source>Add a card or a budget</source>
        <translation>Karte oder Budget hinzufügen</translation>
    </message>
    <message>
        <source>Several GPUs…</source>
        <translation>Mehrere GPUs…</translation>
    </message>
    <message>
        <source>Spread the plan over several cards</source>
        <translation>Plan auf mehrere Karten verteilen</translation>
    </message>
    <message>
        <source>Ranks, sharding and offload, as rows above the cards (Ctrl+G)</source>
        <translation>Ranks, Aufteilung und Auslagern, als Zeilen über den Karten (Strg+G)</translation>
    </message>
    <message>
        <source>Find a split…</source>
        <translation>Aufteilung suchen…</translation>
    </message>
    <message>
        <source>Find a split over several cards</source>
        <translation>Aufteilung auf mehrere Karten suchen</translation>
    </message>
    <message>
        <source>Looks for ways of spreading this training that fit (Ctrl+Shift+F)</source>
        <translation>Sucht passende Verteilungen für dieses Training (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Chosen cards</source>
        <translation>Gewählte Karten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Reorder cards</source>
        <translation>Karten umordnen</translation>
    </message>
    <message>
        <source>Remove card</source>
        <translation>Karte entfernen</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardsModel</name>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>je %1</translation>
    </message>
    <message>
        <source>%1 usable</source>
        <translation>%1 nutzbar</translation>
    </message>
    <message>
        <source>%1 is not in the catalogue of cards: nothing is said of it.</source>
        <translation>%1 ist nicht im Kartenkatalog: Dazu gibt es keine Aussage.</translation>
    </message>
    <message>
        <source>%1: %2 usable.
A click or Alt+Up makes it the answer&apos;s card; its mark or Delete removes it.</source>
        <translation>%1: %2 nutzbar.
Klick oder Alt+Auf macht sie zur Karte der Antwort; ihr Zeichen oder Entf entfernt sie.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Centre</name>
    <message>
        <source>Drop or paste a model, a configuration or an error message anywhere; Ctrl+L chooses a model.</source>
        <translation>Modell, Konfiguration oder Fehlermeldung irgendwo ablegen oder einfügen; Strg+L wählt ein Modell.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Chooser</name>
    <message>
        <source>Matches</source>
        <translation>Treffer</translation>
    </message>
</context>
<context>
    <name>plimsoll::ChooserModel</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::Choosers</name>
    <message>
        <source>%1: %2 of %3 usable, by this plan&apos;s method</source>
        <translation>%1: %2 von %3 nutzbar, nach der Methode dieses Plans</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Search models, or paste org/name, an address, a path</source>
        <translation>Modelle suchen oder org/name, Adresse, Pfad einfügen</translation>
    </message>
    <message>
        <source>No model has these words. Try org/name.</source>
        <translation>Kein Modell enthält diese Wörter. org/name versuchen.</translation>
    </message>
    <message>
        <source>Open config.json…</source>
        <translation>config.json öffnen…</translation>
    </message>
    <message>
        <source>Open a model&apos;s folder…</source>
        <translation>Modellordner öffnen…</translation>
    </message>
    <message>
        <source>Search cards, or type 16 GB, 8x A100</source>
        <translation>Karten suchen oder 16 GB, 8x A100 eingeben</translation>
    </message>
    <message>
        <source>No card has these words. A size such as 16 GB is a budget.</source>
        <translation>Keine Karte enthält diese Wörter. Eine Größe wie 16 GB ist ein Budget.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ChosenPart</name>
    <message>
        <source>&amp;Rule of thumb behind the columns</source>
        <translation>&amp;Faustregel hinter den Säulen</translation>
    </message>
    <message>
        <source>Rule of thumb as a &amp;worksheet…</source>
        <translation>Faustregel als &amp;Rechenblatt…</translation>
    </message>
    <message>
        <source>Ran&amp;ks side by side</source>
        <translation>Ran&amp;ks nebeneinander</translation>
    </message>
    <message>
        <source>Every rank of this plan holds the same.</source>
        <translation>Jeder Rank dieses Plans hält dasselbe.</translation>
    </message>
    <message>
        <source>T&amp;imeline by time</source>
        <translation>Zeitachse nach Ze&amp;it</translation>
    </message>
</context>
<context>
    <name>plimsoll::CountBox</name>
    <message>
        <source>Clear the search</source>
        <translation>Suche leeren</translation>
    </message>
    <message>
        <source>“%1” is no whole number: %2 stays.</source>
        <translation>„%1“ ist keine ganze Zahl: %2 bleibt.</translation>
    </message>
    <message>
        <source>%1 is too much: %2 is the most.</source>
        <translation>%1 ist zu viel: höchstens %2.</translation>
    </message>
    <message>
        <source>%1 is too little: %2 is the least.</source>
        <translation>%1 ist zu wenig: mindestens %2.</translation>
    </message>
    <message>
        <source>%1 is %2; %3 would be %4.</source>
        <translation>%1 ist %2; %3 wäre %4.</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 ist %2.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Document</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Somebody else has written it since it was opened here. Save again to write over it, or save under another name.</source>
        <translation>Die Datei wurde seit dem Öffnen anderswo geschrieben. Erneut speichern, um sie zu überschreiben, oder unter anderem Namen speichern.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ErrorBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>%1: %2 Nothing was changed.</source>
        <translation>%1: %2 Nichts wurde geändert.</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is open. %2.</source>
        <translation>%1 ist geöffnet. %2.</translation>
    </message>
</context>
<context>
    <name>plimsoll::ExportDialog</name>
    <message>
        <source>Export for another tool</source>
        <translation>Für ein anderes Tool exportieren</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Für</translation>
    </message>
    <message>
        <source>Tool that the plan is written for</source>
        <translation>Tool, für das der Plan geschrieben wird</translation>
    </message>
    <message>
        <source>The plan in the tool&apos;s words</source>
        <translation>Der Plan in der Sprache des Tools</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>What the tool cannot say</source>
        <translation>Was das Tool nicht ausdrücken kann</translation>
    </message>
    <message>
        <source>No tool carries this plan out.</source>
        <translation>Kein Tool führt diesen Plan aus.</translation>
    </message>
    <message>
        <source>A file of %1. pytorch.org/memory_viz opens it.</source>
        <translation>Eine Datei von %1. pytorch.org/memory_viz öffnet sie.</translation>
    </message>
    <message>
        <source>What %1 cannot say of the plan:</source>
        <translation>Was %1 vom Plan nicht ausdrücken kann:</translation>
    </message>
    <message>
        <source>It says all that the plan states.</source>
        <translation>Es sagt alles, was der Plan angibt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Exports</name>
    <message>
        <source>Export: %1</source>
        <translation>Export: %1</translation>
    </message>
    <message>
        <source>Model-card block (&amp;Markdown)…</source>
        <translation>Model-Card-Block (&amp;Markdown)…</translation>
    </message>
    <message>
        <source>Model-card block (&amp;JSON)…</source>
        <translation>Model-Card-Block (&amp;JSON)…</translation>
    </message>
    <message>
        <source>Sheet (&amp;PNG)…</source>
        <translation>Datenblatt (&amp;PNG)…</translation>
    </message>
    <message>
        <source>Sheet (S&amp;VG)…</source>
        <translation>Datenblatt (S&amp;VG)…</translation>
    </message>
    <message>
        <source>Sheet (P&amp;DF)…</source>
        <translation>Datenblatt (P&amp;DF)…</translation>
    </message>
    <message>
        <source>C&amp;hart alone (PNG)…</source>
        <translation>Nur Diag&amp;ramm (PNG)…</translation>
    </message>
    <message>
        <source>Chart alone (SV&amp;G)…</source>
        <translation>Nur Diagramm (SV&amp;G)…</translation>
    </message>
    <message>
        <source>Pro&amp;file of the selected plan…</source>
        <translation>Pro&amp;fil des gewählten Plans…</translation>
    </message>
    <message>
        <source>Insert into model &amp;card…</source>
        <translation>In Model &amp;Card einfügen…</translation>
    </message>
    <message>
        <source>Copy model-card &amp;block</source>
        <translation>Model-Card-&amp;Block kopieren</translation>
    </message>
    <message>
        <source>Copy the engine&apos;s co&amp;mmand</source>
        <translation>Befehl der Engine k&amp;opieren</translation>
    </message>
    <message>
        <source>Copy &amp;chart as a picture</source>
        <translation>D&amp;iagramm als Bild kopieren</translation>
    </message>
    <message>
        <source>Copy chart as &amp;SVG</source>
        <translation>Diagramm als &amp;SVG kopieren</translation>
    </message>
    <message>
        <source>Copy chart as a &amp;table of bytes</source>
        <translation>Diagramm als Byte-&amp;Tabelle kopieren</translation>
    </message>
    <message>
        <source>The chart is copied as a table of bytes.</source>
        <translation>Das Diagramm ist als Byte-Tabelle kopiert.</translation>
    </message>
    <message>
        <source>Copy b&amp;reakdown as a table of bytes</source>
        <translation>&amp;Aufschlüsselung als Byte-Tabelle kopieren</translation>
    </message>
    <message>
        <source>The breakdown is copied as a table of bytes.</source>
        <translation>Die Aufschlüsselung ist als Byte-Tabelle kopiert.</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>Geschrieben nach %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Insert into model card</source>
        <translation>In Model Card einfügen</translation>
    </message>
    <message>
        <source>Model cards (*.md *.markdown);;All files (*)</source>
        <translation>Model Cards (*.md *.markdown);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 has this block already.</source>
        <translation>%1 hat diesen Block schon.</translation>
    </message>
    <message>
        <source>It has changed meanwhile, and nothing was written.</source>
        <translation>Die Datei hat sich inzwischen geändert; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>There is no estimate to copy yet.</source>
        <translation>Noch keine Schätzung zum Kopieren.</translation>
    </message>
    <message>
        <source>The model-card block is copied; paste it into a README.</source>
        <translation>Der Model-Card-Block ist kopiert; in eine README einfügen.</translation>
    </message>
    <message>
        <source>Only a run with vLLM, SGLang, llama.cpp or Ollama has a command.</source>
        <translation>Nur ein Lauf mit vLLM, SGLang, llama.cpp oder Ollama hat einen Befehl.</translation>
    </message>
    <message>
        <source>The engine&apos;s command is copied; what it cannot say stands beneath.</source>
        <translation>Der Befehl der Engine ist kopiert; was er nicht ausdrücken kann, steht darunter.</translation>
    </message>
    <message>
        <source>The chart is copied as a picture.</source>
        <translation>Das Diagramm ist als Bild kopiert.</translation>
    </message>
    <message>
        <source>The chart is copied as SVG.</source>
        <translation>Das Diagramm ist als SVG kopiert.</translation>
    </message>
</context>
<context>
    <name>plimsoll::FieldForm</name>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>%1, slider</source>
        <translation>%1, Schieberegler</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>auto</translation>
    </message>
</context>
<context>
    <name>plimsoll::FieldLabel</name>
    <message>
        <source>Back to the default of %1</source>
        <translation>Zurück zur Vorgabe von %1</translation>
    </message>
    <message>
        <source>%1: back to the default</source>
        <translation>%1: zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitParamsDialog</name>
    <message>
        <source>llama.cpp&apos;s own answer</source>
        <translation>Antwort von llama.cpp selbst</translation>
    </message>
    <message>
        <source>Both lay the file out without allocating. The program reads the cards of this machine, runs one sequence unless it is told a number, and cuts off what is less than a MiB.</source>
        <translation>Beide legen die Datei aus, ohne zu allozieren. Das Programm liest die Karten dieser Maschine, rechnet ohne Angabe eine Sequenz und schneidet Reste unter einem MiB ab.</translation>
    </message>
    <message>
        <source>The command that was run</source>
        <translation>Der ausgeführte Befehl</translation>
    </message>
    <message>
        <source>Figures of the plan and of llama-fit-params</source>
        <translation>Zahlen des Plans und von llama-fit-params</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitParamsModel</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>Caches</translation>
    </message>
    <message>
        <source>Compute buffer</source>
        <translation>Rechenpuffer</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Ort</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Plimsoll, MiB</source>
        <translation>Plimsoll, MiB</translation>
    </message>
    <message>
        <source>llama-fit-params, MiB</source>
        <translation>llama-fit-params, MiB</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitQuestion</name>
    <message>
        <source>Ask llama-&amp;fit-params</source>
        <translation>llama-&amp;fit-params fragen</translation>
    </message>
    <message>
        <source>llama-fit-params, which comes with llama.cpp, is not installed here.</source>
        <translation>llama-fit-params, das zu llama.cpp gehört, ist hier nicht installiert.</translation>
    </message>
    <message>
        <source>llama-fit-params knows llama.cpp&apos;s runs only.</source>
        <translation>llama-fit-params kennt nur Läufe von llama.cpp.</translation>
    </message>
    <message>
        <source>llama-fit-params is asked…</source>
        <translation>llama-fit-params wird gefragt…</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsBar</name>
    <message>
        <source>Fits %1</source>
        <translation>Passt %1</translation>
    </message>
    <message>
        <source>Tight %1</source>
        <translation>Knapp %1</translation>
    </message>
    <message>
        <source>Unlikely %1</source>
        <translation>Wohl nicht %1</translation>
    </message>
    <message>
        <source>No %1</source>
        <translation>Nein %1</translation>
    </message>
    <message>
        <source>Does not fit %1</source>
        <translation>Passt nicht %1</translation>
    </message>
    <message>
        <source>Search cards</source>
        <translation>Karten suchen</translation>
    </message>
    <message>
        <source>Cards that are shown</source>
        <translation>Angezeigte Karten</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Common cards</source>
        <translation>Gängige Karten</translation>
    </message>
    <message>
        <source>My cards</source>
        <translation>Meine Karten</translation>
    </message>
    <message>
        <source>All cards</source>
        <translation>Alle Karten</translation>
    </message>
    <message>
        <source>Which cards are looked at</source>
        <translation>Welche Karten betrachtet werden</translation>
    </message>
    <message>
        <source>Common cards: those that people buy and rent today. A search looks in all of them.</source>
        <translation>Gängige Karten: die heute gekauft und gemietet werden. Eine Suche geht durch alle.</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsModel</name>
    <message>
        <source>tokens / s</source>
        <translation>Token / s</translation>
    </message>
    <message>
        <source>$ / M tok</source>
        <translation>$ / M Tok</translation>
    </message>
    <message>
        <source>How long it takes on this card is not known.</source>
        <translation>Wie lange es auf dieser Karte dauert, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>No offer of this card with a price is known.</source>
        <translation>Kein Angebot dieser Karte mit Preis bekannt.</translation>
    </message>
    <message>
        <source>Cheapest known offer: %1, %2, %3 $ an hour on %4.</source>
        <translation>Günstigstes bekanntes Angebot: %1, %2, %3 $ je Stunde am %4.</translation>
    </message>
    <message>
        <source>This card is not offered alone.</source>
        <translation>Diese Karte wird nicht einzeln angeboten.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1: nicht bekannt</translation>
    </message>
    <message>
        <source>%1: being worked out</source>
        <translation>%1: wird ermittelt</translation>
    </message>
    <message>
        <source>%1: about %2, being worked out</source>
        <translation>%1: etwa %2, wird ermittelt</translation>
    </message>
    <message>
        <source>%1: not even the least fits with its whole interval, all else as it is</source>
        <translation>%1: nicht einmal der kleinste Wert passt mit ganzem Intervall, alles Übrige unverändert</translation>
    </message>
    <message>
        <source>%1: %2 fit with their whole interval, one more does not; all else as it is</source>
        <translation>%1: %2 passen mit ganzem Intervall, eins mehr nicht; alles Übrige unverändert</translation>
    </message>
    <message>
        <source>* The model was made for %1 positions.</source>
        <translation>* Das Modell ist für %1 Positionen gemacht.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Nutzbar</translation>
    </message>
    <message>
        <source>Spare</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Max sequences</source>
        <translation>Max. Sequenzen</translation>
    </message>
    <message>
        <source>Max batch</source>
        <translation>Max. Batch</translation>
    </message>
    <message>
        <source>Max context</source>
        <translation>Max. Kontext</translation>
    </message>
    <message>
        <source>Max length</source>
        <translation>Max. Länge</translation>
    </message>
    <message>
        <source>Need</source>
        <translation>Bedarf</translation>
    </message>
    <message>
        <source>$ / h</source>
        <translation>$ / h</translation>
    </message>
    <message>
        <source>as of</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>Stunden</translation>
    </message>
    <message>
        <source>$ the run</source>
        <translation>$ je Lauf</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsPanel</name>
    <message>
        <source>Fits on</source>
        <translation>Passt auf</translation>
    </message>
    <message>
        <source>Cards that the plan fits on</source>
        <translation>Karten, auf die der Plan passt</translation>
    </message>
    <message>
        <source>Enter adds the card to the chart.</source>
        <translation>Eingabe fügt die Karte dem Diagramm hinzu.</translation>
    </message>
    <message>
        <source>Copy as a table of bytes</source>
        <translation>Als Byte-Tabelle kopieren</translation>
    </message>
    <message>
        <source>No card is left of this choice and these words.</source>
        <translation>Keine Karte zu dieser Auswahl und diesen Wörtern.</translation>
    </message>
</context>
<context>
    <name>plimsoll::GpuCorner</name>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Looking for GPUs on this machine</source>
        <translation>Suche nach GPUs dieser Maschine</translation>
    </message>
    <message>
        <source>GPU of this machine</source>
        <translation>GPU dieser Maschine</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>Keine GPU</translation>
    </message>
    <message>
        <source>No GPU was found on this machine.</source>
        <translation>Auf dieser Maschine wurde keine GPU gefunden.</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>unbenannt</translation>
    </message>
    <message>
        <source>: %1 of %2 %3 free</source>
        <translation>: %1 von %2 %3 frei</translation>
    </message>
</context>
<context>
    <name>plimsoll::HeldModel</name>
    <message>
        <source>%1 parameters; they are among the weights.</source>
        <translation>%1 Parameter; sie zählen zu den Gewichten.</translation>
    </message>
    <message>
        <source>Tower that hears</source>
        <translation>Turm, der hört</translation>
    </message>
    <message>
        <source>Tower that sees</source>
        <translation>Turm, der sieht</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>Projektor</translation>
    </message>
    <message>
        <source>%1, on the host</source>
        <translation>%1, auf dem Host</translation>
    </message>
    <message>
        <source>It waits in the host&apos;s memory, not on the card.</source>
        <translation>Es wartet im Speicher des Hosts, nicht auf der Karte.</translation>
    </message>
    <message>
        <source>It stands on the card beside what the others take.</source>
        <translation>Es steht auf der Karte neben dem, was die anderen brauchen.</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, on the device %3.</source>
        <translation>Belegt %1, reserviert %2, auf dem Gerät %3.</translation>
    </message>
    <message>
        <source>What is held, and stages</source>
        <translation>Was gehalten wird, und Stufen</translation>
    </message>
    <message>
        <source>Stages, on the device</source>
        <translation>Stufen, auf dem Gerät</translation>
    </message>
    <message>
        <source>Among the weights</source>
        <translation>Unter den Gewichten</translation>
    </message>
    <message>
        <source>It needs %1 of each of its cards and claims %2; it takes nothing of those that train.</source>
        <translation>Sie braucht %1 von jeder ihrer Karten und beansprucht %2; von den trainierenden nimmt sie nichts.</translation>
    </message>
    <message>
        <source>Engine, on other cards</source>
        <translation>Engine, auf anderen Karten</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, on the device %3, of which the engine %4.</source>
        <translation>Belegt %1, reserviert %2, auf dem Gerät %3, davon die Engine %4.</translation>
    </message>
</context>
<context>
    <name>plimsoll::HeldView</name>
    <message>
        <source>Models and stages</source>
        <translation>Modelle und Stufen</translation>
    </message>
    <message>
        <source>What is held on the card, and how full it is in each stage of the step.</source>
        <translation>Was auf der Karte gehalten wird und wie voll sie in jeder Stufe des Schritts ist.</translation>
    </message>
</context>
<context>
    <name>plimsoll::Help</name>
    <message>
        <source>Fits, tight, unlikely, does not fit</source>
        <translation>Passt, knapp, passt wohl nicht, passt nicht</translation>
    </message>
    <message>
        <source>Fits: the upper end of the estimate is within what the card has. Tight: the middle of it is, the upper end is not. Unlikely: only its lower end is. Does not fit: not even that.</source>
        <translation>Passt: Das obere Ende der Schätzung liegt innerhalb dessen, was die Karte hat. Knapp: Die Mitte liegt darin, das obere Ende nicht. Passt wohl nicht: nur das untere Ende. Passt nicht: nicht einmal dieses.</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Nutzbar</translation>
    </message>
    <message>
        <source>What a program can have of a card: its memory less what the driver and a reserve keep.</source>
        <translation>Was ein Programm von einer Karte haben kann: ihr Speicher ohne das, was Treiber und Reserve behalten.</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Bytes of tensors, as torch.cuda.max_memory_allocated() has them.</source>
        <translation>Bytes von Tensoren, wie torch.cuda.max_memory_allocated() sie zählt.</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>Bytes that PyTorch has of the card, tensors or not: torch.cuda.max_memory_reserved().</source>
        <translation>Bytes, die PyTorch von der Karte hat, Tensoren oder nicht: torch.cuda.max_memory_reserved().</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>Auf dem Gerät</translation>
    </message>
    <message>
        <source>All that nvidia-smi shows of the process: held, and the context of the driver.</source>
        <translation>Alles, was nvidia-smi vom Prozess zeigt: Gehaltenes und den Treiberkontext.</translation>
    </message>
    <message>
        <source>Interval, whisker</source>
        <translation>Intervall, Antenne</translation>
    </message>
    <message>
        <source>Nine of ten measured runs lie within it; the thin line over a column.</source>
        <translation>Neun von zehn gemessenen Läufen liegen darin; die dünne Linie über einer Säule.</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>Beansprucht</translation>
    </message>
    <message>
        <source>What a server such as vLLM takes of the card when it starts, whatever its requests need.</source>
        <translation>Was ein Server wie vLLM beim Start von der Karte nimmt, was immer seine Anfragen brauchen.</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>One process of a run over several cards, with a card of its own.</source>
        <translation>Ein Prozess eines Laufs auf mehreren Karten, mit eigener Karte.</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>The pinned scenario that the others are compared with.</source>
        <translation>Das angeheftete Szenario, mit dem die anderen verglichen werden.</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>Faustregel</translation>
    </message>
    <message>
        <source>What the usual sum by parameters says, beside the simulation.</source>
        <translation>Was die übliche Summe nach Parametern sagt, neben der Simulation.</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>The library that trains. A dot at a field says that you set it; without one it is the stack&apos;s own.</source>
        <translation>Die Bibliothek, die trainiert. Ein Punkt am Feld heißt: selbst gesetzt; ohne Punkt gilt die Vorgabe des Stacks.</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>A part of the step: loading, forward, loss, backward, the optimizer&apos;s step.</source>
        <translation>Ein Teil des Schritts: Laden, Vorwärtslauf, Loss, Rückwärtslauf, Optimizer-Schritt.</translation>
    </message>
    <message>
        <source>What is &amp;this?</source>
        <translation>Was ist &amp;das?</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glossar</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glossar</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Report a wrong estimate</source>
        <translation>Falsche Schätzung &amp;melden</translation>
    </message>
    <message>
        <source>&amp;About Plimsoll</source>
        <translation>&amp;Über Plimsoll</translation>
    </message>
    <message>
        <source>Plimsoll %1 plans the GPU memory of fine-tuning and inference. GPL-3.0-or-later; uses Qt %2 and Qt Charts.</source>
        <translation>Plimsoll %1 plant den GPU-Speicher von Fine-Tuning und Inferenz. GPL-3.0-or-later; nutzt Qt %2 und Qt Charts.</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>What memory is for</source>
        <translation>Wofür der Speicher ist</translation>
    </message>
    <message>
        <source>Fields of the plan</source>
        <translation>Felder des Plans</translation>
    </message>
    <message>
        <source>What the control with the focus is</source>
        <translation>Was das Bedienelement mit dem Fokus ist</translation>
    </message>
    <message>
        <source>What was measured, and how (nvidia-smi, torch.cuda.max_memory_allocated, …):</source>
        <translation>Was gemessen wurde und wie (nvidia-smi, torch.cuda.max_memory_allocated, …):</translation>
    </message>
    <message>
        <source>The plan, its answer and the release are copied, without names and paths. Say beside them what was measured.</source>
        <translation>Plan, Antwort und Version sind kopiert, ohne Namen und Pfade. Dazu angeben, was gemessen wurde.</translation>
    </message>
    <message>
        <source>Copy again</source>
        <translation>Erneut kopieren</translation>
    </message>
    <message>
        <source>The field with the focus back to its default</source>
        <translation>Das Feld mit dem Fokus zurück zur Vorgabe</translation>
    </message>
</context>
<context>
    <name>plimsoll::HelpDialog</name>
    <message>
        <source>Find a word</source>
        <translation>Wort suchen</translation>
    </message>
</context>
<context>
    <name>plimsoll::HubRow</name>
    <message>
        <source>%1 is not on this machine.</source>
        <translation>%1 ist nicht auf dieser Maschine.</translation>
    </message>
    <message>
        <source>&amp;Fetch its config.json</source>
        <translation>config.json &amp;holen</translation>
    </message>
    <message>
        <source>Fetch the configuration of %1 from the Hub</source>
        <translation>Konfiguration von %1 vom Hub holen</translation>
    </message>
    <message>
        <source>Fetching the configuration of %1…</source>
        <translation>Hole die Konfiguration von %1…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancel fetching %1</source>
        <translation>Holen von %1 abbrechen</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Erneut versuchen</translation>
    </message>
    <message>
        <source>Try to fetch %1 again</source>
        <translation>Erneut versuchen, %1 zu holen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ImportDialog</name>
    <message>
        <source>Plans of a model card</source>
        <translation>Pläne einer Model Card</translation>
    </message>
    <message>
        <source>Configuration of %1</source>
        <translation>Konfiguration von %1</translation>
    </message>
    <message>
        <source>Open as a new plan</source>
        <translation>Als neuen Plan öffnen</translation>
    </message>
    <message>
        <source>Add to this session</source>
        <translation>Zu dieser Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>Which of the plans is opened</source>
        <translation>Welcher der Pläne geöffnet wird</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Field, or why</source>
        <translation>Feld, oder warum nicht</translation>
    </message>
    <message>
        <source>Keys of the configuration</source>
        <translation>Schlüssel der Konfiguration</translation>
    </message>
    <message>
        <source>Could not be said</source>
        <translation>Nicht ausdrückbar</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>Verstanden</translation>
    </message>
    <message>
        <source>Without effect on memory</source>
        <translation>Ohne Wirkung auf den Speicher</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>plimsoll::Imports</name>
    <message>
        <source>a scenario</source>
        <translation>ein Szenario</translation>
    </message>
    <message>
        <source>All %1 as scenarios</source>
        <translation>Alle %1 als Szenarien</translation>
    </message>
    <message>
        <source>%1, block in line %2</source>
        <translation>%1, Block in Zeile %2</translation>
    </message>
    <message>
        <source>Nothing in it is understood. What can be pasted: a configuration or command of a training or serving tool, a model&apos;s name, address or config.json, a model card, a plan, or an out-of-memory message.</source>
        <translation>Nichts davon wird verstanden. Einfügen lassen sich: Konfiguration oder Befehl eines Trainings- oder Serving-Tools, Name, Adresse oder config.json eines Modells, eine Model Card, ein Plan oder eine Out-of-Memory-Meldung.</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>Eingefügt</translation>
    </message>
    <message>
        <source>It names no model: the one of this plan stays.</source>
        <translation>Es nennt kein Modell: Das dieses Plans bleibt.</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveChart</name>
    <message>
        <source>Memory of the last five minutes</source>
        <translation>Speicher der letzten fünf Minuten</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveModel</name>
    <message>
        <source>%1 holds the most.</source>
        <translation>%1 hält am meisten.</translation>
    </message>
    <message>
        <source>All other processes, and what the driver keeps.</source>
        <translation>Alle übrigen Prozesse und was der Treiber behält.</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Total, %1</source>
        <translation>Gesamt, %1</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Übrige</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Leistung</translation>
    </message>
</context>
<context>
    <name>plimsoll::LivePanel</name>
    <message>
        <source>Not read yet.</source>
        <translation>Noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>GPUs of this machine</source>
        <translation>GPUs dieser Maschine</translation>
    </message>
    <message>
        <source>Readings of the last five minutes</source>
        <translation>Messwerte der letzten fünf Minuten</translation>
    </message>
    <message>
        <source>%1 is followed; the driver does not tell how much it holds.</source>
        <translation>%1 wird verfolgt; der Treiber meldet nicht, wie viel es hält.</translation>
    </message>
    <message>
        <source>%1 is not listed any more.</source>
        <translation>%1 ist nicht mehr gelistet.</translation>
    </message>
    <message>
        <source>Started beside it: %1</source>
        <translation>Daneben gestartet: %1</translation>
    </message>
    <message>
        <source>No GPU was found on this machine.</source>
        <translation>Auf dieser Maschine wurde keine GPU gefunden.</translation>
    </message>
    <message>
        <source>No GPU was found when %1 was recorded.</source>
        <translation>Bei der Aufzeichnung von %1 wurde keine GPU gefunden.</translation>
    </message>
    <message>
        <source>The driver does not answer; these are its last readings.</source>
        <translation>Der Treiber antwortet nicht; dies sind seine letzten Messwerte.</translation>
    </message>
    <message>
        <source>Replaying %1: readings of another time, perhaps of another machine.</source>
        <translation>%1 wird abgespielt: Messwerte einer anderen Zeit, vielleicht einer anderen Maschine.</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
    <message>
        <source>The driver does not answer.</source>
        <translation>Der Treiber antwortet nicht.</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1, %2, last five minutes</source>
        <translation>GPU %1, %2, letzte fünf Minuten</translation>
    </message>
    <message>
        <source>Replay a recording…</source>
        <translation>Aufzeichnung abspielen…</translation>
    </message>
    <message>
        <source>Back to this machine</source>
        <translation>Zurück zu dieser Maschine</translation>
    </message>
    <message>
        <source>Recordings are written by: plimsoll watch --format json</source>
        <translation>Aufzeichnungen schreibt: plimsoll watch --format json</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveReadings</name>
    <message>
        <source>&amp;Live readings</source>
        <translation>&amp;Live-Messwerte</translation>
    </message>
    <message>
        <source>Follow the selected &amp;process, or the biggest</source>
        <translation>Gewähltem oder größtem &amp;Prozess folgen</translation>
    </message>
    <message>
        <source>Can I allocate so much &amp;now?</source>
        <translation>Lässt sich so viel &amp;jetzt belegen?</translation>
    </message>
    <message>
        <source>&amp;Replay a recording, or end it…</source>
        <translation>Aufzeichnung &amp;abspielen oder beenden…</translation>
    </message>
    <message>
        <source>Replay a recording</source>
        <translation>Aufzeichnung abspielen</translation>
    </message>
    <message>
        <source>Recordings (*.jsonl *.json);;All files (*)</source>
        <translation>Aufzeichnungen (*.jsonl *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>GPU %1 is nearly full</source>
        <translation>GPU %1 ist fast voll</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveTableModel</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>In use, %1</source>
        <translation>In Gebrauch, %1</translation>
    </message>
    <message>
        <source>Largest process</source>
        <translation>Größter Prozess</translation>
    </message>
    <message>
        <source>To the plan&apos;s peak</source>
        <translation>Bis zur Spitze des Plans</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveWarning</name>
    <message numerus="yes">
        <source>%1 %n more</source>
        <translation>
            <numerusform>%1 %n weitere</numerusform>
            <numerusform>%1 %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>This desktop has no tray for messages.</source>
        <translation>Dieser Desktop hat keinen Infobereich für Meldungen.</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Warnung: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::LoraGroup</name>
    <message>
        <source>all linear layers (%1)</source>
        <translation>alle linearen (%1)</translation>
    </message>
    <message>
        <source>all linear layers</source>
        <translation>alle linearen</translation>
    </message>
    <message>
        <source>PEFT&apos;s default</source>
        <translation>Vorgabe von PEFT</translation>
    </message>
    <message>
        <source>%1 + %2 more</source>
        <translation>%1 + %2 weitere</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>%1 trainable, %2 %</source>
        <translation>%1 trainierbar, %2 %</translation>
    </message>
    <message>
        <source>All linear layers</source>
        <translation>Alle linearen Schichten</translation>
    </message>
    <message>
        <source>PEFT&apos;s default for this model</source>
        <translation>Vorgabe von PEFT für dieses Modell</translation>
    </message>
</context>
<context>
    <name>plimsoll::LowerViews</name>
    <message>
        <source>Views of the selected scenario</source>
        <translation>Ansichten des gewählten Szenarios</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Fits on</source>
        <translation>Passt auf</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1, %2, cheapest known offer</source>
        <translation>%1, %2, günstigstes bekanntes Angebot</translation>
    </message>
</context>
<context>
    <name>plimsoll::MainWindow</name>
    <message>
        <source>Fields of the plan</source>
        <translation>Felder des Plans</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>&amp;Einstellungen…</translation>
    </message>
    <message>
        <source>&amp;Search actions…</source>
        <translation>Aktionen &amp;suchen…</translation>
    </message>
    <message>
        <source>Out of &amp;memory: what to do</source>
        <translation>Kein Speicher mehr: was &amp;tun</translation>
    </message>
    <message>
        <source>%1[*] — Plimsoll</source>
        <translation>%1[*] — Plimsoll</translation>
    </message>
    <message>
        <source>Dropped text</source>
        <translation>Abgelegter Text</translation>
    </message>
</context>
<context>
    <name>plimsoll::MemoryChart</name>
    <message>
        <source>No scenario yet.</source>
        <translation>Noch kein Szenario.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Scenarios that are in sight</source>
        <translation>Szenarien im Blick</translation>
    </message>
    <message>
        <source>Memory by scenario and group</source>
        <translation>Speicher nach Szenario und Gruppe</translation>
    </message>
    <message>
        <source>Unfold the memory chart</source>
        <translation>Speicherdiagramm ausklappen</translation>
    </message>
    <message>
        <source>Fold the memory chart</source>
        <translation>Speicherdiagramm einklappen</translation>
    </message>
    <message>
        <source>on the device, %1</source>
        <translation>auf dem Gerät, %1</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>Basis: %1</translation>
    </message>
    <message>
        <source>outlined: taken by the engine</source>
        <translation>umrandet: von der Engine genommen</translation>
    </message>
    <message>
        <source>dashed: rule of thumb</source>
        <translation>gestrichelt: Faustregel</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>Speicherdiagramm</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 % of %5 (%6)</source>
        <translation>%1: %2 %3, %4 % von %5 (%6)</translation>
    </message>
</context>
<context>
    <name>plimsoll::MemoryTableModel</name>
    <message>
        <source>On the device, %1</source>
        <translation>Auf dem Gerät, %1</translation>
    </message>
    <message>
        <source>Interval from</source>
        <translation>Intervall von</translation>
    </message>
    <message>
        <source>Interval to</source>
        <translation>Intervall bis</translation>
    </message>
    <message>
        <source>Spare on %1</source>
        <translation>Frei auf %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>&amp;Extras</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zuletzt &amp;geöffnet</translation>
    </message>
    <message>
        <source>Open e&amp;xample</source>
        <translation>Beispie&amp;l öffnen</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keine</translation>
    </message>
    <message>
        <source>Closed without saving</source>
        <translation>Ohne Speichern geschlossen</translation>
    </message>
    <message>
        <source>%1, closed %2</source>
        <translation>%1, geschlossen %2</translation>
    </message>
    <message>
        <source>No examples are installed</source>
        <translation>Keine Beispiele installiert</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModelButton</name>
    <message>
        <source>Choose a model (Ctrl+L)</source>
        <translation>Modell wählen (Strg+L)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model: %1, %2</source>
        <translation>Modell: %1, %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModelInspector</name>
    <message>
        <source>PEFT wraps nothing of it as a language model</source>
        <translation>PEFT umhüllt nichts davon als Sprachmodell</translation>
    </message>
    <message>
        <source>Modules of %1</source>
        <translation>Module von %1</translation>
    </message>
    <message>
        <source>Search modules: self_attn.q_proj</source>
        <translation>Module suchen: self_attn.q_proj</translation>
    </message>
    <message>
        <source>Search modules</source>
        <translation>Module suchen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>Active per token</source>
        <translation>Aktiv je Token</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Embeddings</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>Quantisiert</translation>
    </message>
    <message>
        <source>%1, %2 bits</source>
        <translation>%1, %2 Bit</translation>
    </message>
    <message>
        <source>LoRA at rank %1</source>
        <translation>LoRA mit Rang %1</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>Als Text &amp;kopieren</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModuleModel</name>
    <message>
        <source>scalar</source>
        <translation>Skalar</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>geteilt</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0,1 %</translation>
    </message>
    <message>
        <source>%1 is %2 itself and counts once</source>
        <translation>%1 ist %2 selbst und zählt einmal</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
</context>
<context>
    <name>plimsoll::NumberBox</name>
    <message>
        <source>“%1” is no number: %2 stays.</source>
        <translation>„%1“ ist keine Zahl: %2 bleibt.</translation>
    </message>
    <message>
        <source>%1 is too much: %2 is the most.</source>
        <translation>%1 ist zu viel: höchstens %2.</translation>
    </message>
    <message>
        <source>%1 is too little: %2 is the least.</source>
        <translation>%1 ist zu wenig: mindestens %2.</translation>
    </message>
</context>
<context>
    <name>plimsoll::OomBar</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>Not here: %1.</source>
        <translation>Nicht hier: %1.</translation>
    </message>
    <message>
        <source>on the card then: %1</source>
        <translation>damals auf der Karte: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>What the advice is for</source>
        <translation>Wofür der Rat ist</translation>
    </message>
    <message>
        <source>To make it fit</source>
        <translation>Damit es passt</translation>
    </message>
</context>
<context>
    <name>plimsoll::PassOnRow</name>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
</context>
<context>
    <name>plimsoll::PlanEdits</name>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Choose &amp;model…</source>
        <translation>&amp;Modell wählen…</translation>
    </message>
    <message>
        <source>&amp;Inspect model…</source>
        <translation>Modell &amp;untersuchen…</translation>
    </message>
    <message>
        <source>&amp;Compare precisions</source>
        <translation>Präzisionen &amp;vergleichen</translation>
    </message>
    <message>
        <source>Compare precisions, with &amp;LoRA</source>
        <translation>Präzisionen vergleichen, mit &amp;LoRA</translation>
    </message>
    <message>
        <source>&amp;Add card or budget…</source>
        <translation>&amp;Karte oder Budget hinzufügen…</translation>
    </message>
    <message>
        <source>%1: %2 in place of %3</source>
        <translation>%1: %2 statt %3</translation>
    </message>
    <message numerus="yes">
        <source>; and %n more</source>
        <translation>
            <numerusform>; und %n weitere</numerusform>
            <numerusform>; und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>undo</source>
        <translation>rückgängig</translation>
    </message>
    <message>
        <source>Add card</source>
        <translation>Karte hinzufügen</translation>
    </message>
    <message>
        <source>Inspect model</source>
        <translation>Modell untersuchen</translation>
    </message>
    <message>
        <source>Change the amount</source>
        <translation>Menge ändern</translation>
    </message>
    <message>
        <source>%1 is left out: nothing trains on such weights.</source>
        <translation>%1 wird weggelassen: Auf solchen Gewichten trainiert nichts.</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>Quantisieren</translation>
    </message>
</context>
<context>
    <name>plimsoll::PlanPane</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Tokens</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>Batch %1</translation>
    </message>
    <message>
        <source>%1 at once</source>
        <translation>%1 zugleich</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>Rang %1</translation>
    </message>
    <message>
        <source>%1 · %2 parameters</source>
        <translation>%1 · %2 Parameter</translation>
    </message>
    <message>
        <source>Largest values that fit: not known</source>
        <translation>Größte passende Werte: nicht bekannt</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Trainieren</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>Auslesen</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>The model was made for %1 positions.</source>
        <translation>Das Modell ist für %1 Positionen gemacht.</translation>
    </message>
    <message>
        <source>%1 is the most that fits</source>
        <translation>höchstens %1 passt</translation>
    </message>
    <message>
        <source>most %1</source>
        <translation>max. %1</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>%1: the largest values that fit on the first card, each with all else as it is</source>
        <translation>%1: die größten Werte, die auf die erste Karte passen, je bei sonst unverändertem Plan</translation>
    </message>
    <message>
        <source>Largest that fits: %1</source>
        <translation>Größter passender Wert: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::PreferenceChoices</name>
    <message>
        <source>Switch between Gi&amp;B and GB</source>
        <translation>Zwischen Gi&amp;B und GB wechseln</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>Farben: %1</translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation>Farben des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>Hoher &amp;Kontrast</translation>
    </message>
</context>
<context>
    <name>plimsoll::ProcessList</name>
    <message>
        <source>Detach</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Follow the process that holds the most</source>
        <translation>Dem Prozess folgen, der am meisten hält</translation>
    </message>
    <message>
        <source>Processes of the card</source>
        <translation>Prozesse der Karte</translation>
    </message>
    <message>
        <source>Enter follows a process in the chart, Escape follows the biggest again.</source>
        <translation>Eingabe verfolgt einen Prozess im Diagramm, Esc wieder den größten.</translation>
    </message>
    <message>
        <source>%1: one process</source>
        <translation>%1: ein Prozess</translation>
    </message>
    <message>
        <source>%1: %2 processes</source>
        <translation>%1: %2 Prozesse</translation>
    </message>
</context>
<context>
    <name>plimsoll::ProcessModel</name>
    <message>
        <source>In use, not told by whom</source>
        <translation>In Gebrauch, Besitzer nicht gemeldet</translation>
    </message>
    <message>
        <source>No process is told of</source>
        <translation>Kein Prozess gemeldet</translation>
    </message>
    <message>
        <source>Not told by whom</source>
        <translation>Besitzer offen</translation>
    </message>
    <message>
        <source>In use, and no listed process has it.</source>
        <translation>In Gebrauch, aber bei keinem gelisteten Prozess.</translation>
    </message>
    <message>
        <source>Counted more than once</source>
        <translation>Mehrfach gezählt</translation>
    </message>
    <message>
        <source>The processes share memory: together they have more than is in use.</source>
        <translation>Die Prozesse teilen Speicher: Zusammen haben sie mehr, als in Gebrauch ist.</translation>
    </message>
    <message>
        <source>The driver&apos;s own</source>
        <translation>Vom Treiber selbst</translation>
    </message>
    <message>
        <source>No process can use it.</source>
        <translation>Kein Prozess kann ihn nutzen.</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>The chart is of this process; it holds %1.</source>
        <translation>Das Diagramm zeigt diesen Prozess; er hält %1.</translation>
    </message>
    <message>
        <source>Holds %1. A click follows it in the chart.</source>
        <translation>Hält %1. Ein Klick verfolgt ihn im Diagramm.</translation>
    </message>
    <message>
        <source>%1, followed in the chart</source>
        <translation>%1, im Diagramm verfolgt</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
</context>
<context>
    <name>plimsoll::RankChooser</name>
    <message>
        <source>Kind of rank</source>
        <translation>Art des Ranks</translation>
    </message>
    <message>
        <source>Whose memory breakdown and timeline show; all: a column for each</source>
        <translation>Wessen Speicher Aufschlüsselung und Verlauf zeigen; alle: je eine Säule</translation>
    </message>
    <message>
        <source>all, side by side</source>
        <translation>alle, nebeneinander</translation>
    </message>
</context>
<context>
    <name>plimsoll::RanksGroup</name>
    <message>
        <source>1: optimizer</source>
        <translation>1: Optimizer</translation>
    </message>
    <message>
        <source>2: and gradients</source>
        <translation>2: und Gradienten</translation>
    </message>
    <message>
        <source>3: and weights</source>
        <translation>3: und Gewichte</translation>
    </message>
    <message>
        <source>0: nothing</source>
        <translation>0: nichts</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>1 process, 1 card</source>
        <translation>1 Prozess, 1 Karte</translation>
    </message>
    <message>
        <source>%1 ranks, a card each</source>
        <translation>%1 Ranks, je eine Karte</translation>
    </message>
    <message>
        <source>%1 ranks: %2</source>
        <translation>%1 Ranks: %2</translation>
    </message>
    <message>
        <source> × </source>
        <translation> × </translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>Auslagern</translation>
    </message>
    <message>
        <source>What lives on the host</source>
        <translation>Was auf dem Host liegt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beides</translation>
    </message>
    <message>
        <source>to NVMe</source>
        <translation>auf NVMe</translation>
    </message>
    <message>
        <source>%1: what a rank keeps on its host in place of its card</source>
        <translation>%1: was ein Rank auf dem Host statt auf der Karte hält</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Engine of the ranks</source>
        <translation>Engine der Ranks</translation>
    </message>
    <message>
        <source>DDP</source>
        <translation>DDP</translation>
    </message>
    <message>
        <source>FSDP 1</source>
        <translation>FSDP 1</translation>
    </message>
    <message>
        <source>FSDP 2</source>
        <translation>FSDP 2</translation>
    </message>
    <message>
        <source>DeepSpeed</source>
        <translation>DeepSpeed</translation>
    </message>
    <message>
        <source>transformers&apos; meshes</source>
        <translation>Meshes von transformers</translation>
    </message>
    <message>
        <source>Megatron</source>
        <translation>Megatron</translation>
    </message>
    <message>
        <source>%1: whose library spreads the training over ranks</source>
        <translation>%1: wessen Bibliothek das Training auf Ranks verteilt</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>Stufen der Pipeline</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Data-parallel ranks</source>
        <translation>Datenparallele Ranks</translation>
    </message>
    <message>
        <source>ranks that each work on other sequences</source>
        <translation>Ranks, die je andere Sequenzen bearbeiten</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>Tensor-parallel ranks</source>
        <translation>Tensorparallele Ranks</translation>
    </message>
    <message>
        <source>ranks that share each matrix</source>
        <translation>Ranks, die sich jede Matrix teilen</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>runs of layers, each on a card of its own</source>
        <translation>Folgen von Schichten, jede auf einer eigenen Karte</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Context-parallel ranks</source>
        <translation>Kontextparallele Ranks</translation>
    </message>
    <message>
        <source>ranks that share each sequence</source>
        <translation>Ranks, die sich jede Sequenz teilen</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Cards of a node</source>
        <translation>Karten eines Knotens</translation>
    </message>
    <message>
        <source>ranks that share a node: its links and its memory</source>
        <translation>Ranks, die sich einen Knoten teilen: Links und Speicher</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>Experten</translation>
    </message>
    <message>
        <source>Expert-parallel ranks</source>
        <translation>Expertenparallele Ranks</translation>
    </message>
    <message>
        <source>ranks that share each layer&apos;s experts</source>
        <translation>Ranks, die sich die Experten jeder Schicht teilen</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>norms and residuals are split over the tensor-parallel ranks</source>
        <translation>Normen und Residuen sind über die tensorparallelen Ranks verteilt</translation>
    </message>
    <message>
        <source>Sharded</source>
        <translation>Aufgeteilt</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO-Stufe</translation>
    </message>
    <message>
        <source>%1: what the data-parallel ranks share; FSDP&apos;s full shard is 3</source>
        <translation>%1: was die datenparallelen Ranks unter sich aufteilen; FULL_SHARD von FSDP ist 3</translation>
    </message>
    <message>
        <source>reshard</source>
        <translation>reshard</translation>
    </message>
    <message>
        <source>%1: gathered weights go after each unit&apos;s forward</source>
        <translation>%1: gesammelte Gewichte gehen nach dem Vorwärtslauf jeder Einheit</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Copies of the sharded group (HSDP)</source>
        <translation>Kopien der aufgeteilten Gruppe (HSDP)</translation>
    </message>
    <message>
        <source>%1: copies of the sharded group (HSDP)</source>
        <translation>%1: Kopien der aufgeteilten Gruppe (HSDP)</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Einheiten</translation>
    </message>
    <message>
        <source>What FSDP gathers at once</source>
        <translation>Was FSDP auf einmal sammelt</translation>
    </message>
    <message>
        <source>a layer</source>
        <translation>eine Schicht</translation>
    </message>
    <message>
        <source>a layer, and the ends</source>
        <translation>eine Schicht und die Enden</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>%1: what FSDP gathers at once</source>
        <translation>%1: was FSDP auf einmal sammelt</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>Size of a bucket</source>
        <translation>Größe eines Buckets</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>%1: gradients that DDP sends at once</source>
        <translation>%1: Gradienten, die DDP auf einmal sendet</translation>
    </message>
    <message>
        <source>gradients are views</source>
        <translation>Gradienten als Views</translation>
    </message>
    <message>
        <source>%1: gradients lie in the buckets</source>
        <translation>%1: Gradienten liegen in den Buckets</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>How context ranks attend</source>
        <translation>Attention der Kontext-Ranks</translation>
    </message>
    <message>
        <source>each to its queries</source>
        <translation>jeder für seine Queries</translation>
    </message>
    <message>
        <source>each to some heads (Ulysses)</source>
        <translation>jeder für einige Heads (Ulysses)</translation>
    </message>
    <message>
        <source>%1: a ring of keys and values, or heads exchanged for parts of the sequence</source>
        <translation>%1: ein Ring von Keys und Values, oder Heads im Tausch gegen Teile der Sequenz</translation>
    </message>
    <message>
        <source>How keys and values come round</source>
        <translation>Wie Keys und Values herumkommen</translation>
    </message>
    <message>
        <source>gathered</source>
        <translation>gesammelt</translation>
    </message>
    <message>
        <source>one after another</source>
        <translation>nacheinander</translation>
    </message>
    <message>
        <source>%1: how keys and values come round a ring</source>
        <translation>%1: wie Keys und Values um einen Ring laufen</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>Unterwegs</translation>
    </message>
    <message>
        <source>Micro-batches of a pipeline&apos;s step</source>
        <translation>Micro-Batches eines Pipeline-Schritts</translation>
    </message>
    <message>
        <source>%1: of one step of the pipeline</source>
        <translation>%1: eines Pipeline-Schritts</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Ablauf</translation>
    </message>
    <message>
        <source>Order of the pipeline&apos;s passes</source>
        <translation>Reihenfolge der Pipeline-Läufe</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>%1: order of the pipeline&apos;s passes</source>
        <translation>%1: Reihenfolge der Pipeline-Läufe</translation>
    </message>
</context>
<context>
    <name>plimsoll::RoomField</name>
    <message>
        <source>Can I allocate</source>
        <translation>Lässt sich belegen:</translation>
    </message>
    <message>
        <source>16GiB</source>
        <translation>16GiB</translation>
    </message>
    <message>
        <source>A size, such as 16GiB or 900MB: whether the selected card has room for it now</source>
        <translation>Eine Größe wie 16GiB oder 900MB: ob die gewählte Karte jetzt Platz dafür hat</translation>
    </message>
    <message>
        <source>Can I allocate so much on the selected card now</source>
        <translation>Lässt sich so viel jetzt auf der gewählten Karte belegen</translation>
    </message>
    <message>
        <source>%1 is no size above 0; such as 16GiB, 900MB.</source>
        <translation>%1 ist keine Größe über 0; etwa 16GiB, 900MB.</translation>
    </message>
</context>
<context>
    <name>plimsoll::RuleDialog</name>
    <message>
        <source>Rule of thumb</source>
        <translation>Faustregel</translation>
    </message>
    <message>
        <source>The rule of thumb, term by term</source>
        <translation>Die Faustregel, Posten für Posten</translation>
    </message>
    <message>
        <source>%1: there is no estimate to stand beside.</source>
        <translation>%1: keine Schätzung zum Vergleichen.</translation>
    </message>
    <message>
        <source>%1: bytes for each parameter, beside the simulation at its peak. The first column can be typed in.</source>
        <translation>%1: Byte je Parameter, neben der Simulation an ihrer Spitze. Die erste Spalte lässt sich ausfüllen.</translation>
    </message>
    <message>
        <source>%1, %2. Divided by %3 all of it would be %4; activations are not. The first column can be typed in.</source>
        <translation>%1, %2. Geteilt durch %3 wäre alles %4; Aktivierungen nicht. Die erste Spalte lässt sich ausfüllen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::RuleModel</name>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>Adapter</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Aktivierungen</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>Overhead</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>no rule: type it in</source>
        <translation>keine Regel: selbst eintragen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>Posten</translation>
    </message>
    <message>
        <source>A rank, %1</source>
        <translation>Ein Rank, %1</translation>
    </message>
    <message>
        <source>Rule, %1</source>
        <translation>Regel, %1</translation>
    </message>
    <message>
        <source>One card</source>
        <translation>Eine Karte</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
</context>
<context>
    <name>plimsoll::RunDialog</name>
    <message>
        <source>Measured: %1</source>
        <translation>Gemessen: %1</translation>
    </message>
    <message>
        <source>&amp;Beside</source>
        <translation>&amp;Neben</translation>
    </message>
    <message>
        <source>Plan that it stands beside</source>
        <translation>Plan, neben dem es steht</translation>
    </message>
    <message>
        <source>What it took</source>
        <translation>Was es nahm</translation>
    </message>
    <message>
        <source>Where run and plan part</source>
        <translation>Wo Lauf und Plan auseinandergehen</translation>
    </message>
    <message>
        <source>Notes of the measurement</source>
        <translation>Anmerkungen zur Messung</translation>
    </message>
    <message>
        <source>What was done with it</source>
        <translation>Was damit geschah</translation>
    </message>
    <message>
        <source>Measured beside planned, the whole run and phase by phase</source>
        <translation>Gemessen neben geplant, ganzer Lauf und Phase für Phase</translation>
    </message>
    <message>
        <source>&amp;Keep in my measurements</source>
        <translation>In meinen Messungen &amp;behalten</translation>
    </message>
    <message>
        <source>&amp;Share without personal data…</source>
        <translation>Ohne persönliche Daten &amp;teilen…</translation>
    </message>
    <message>
        <source>&amp;Open its plan</source>
        <translation>Seinen Plan &amp;öffnen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lese…</translation>
    </message>
    <message>
        <source>No plan stands beside it: %1</source>
        <translation>Kein Plan steht daneben: %1</translation>
    </message>
    <message>
        <source>Only what the script of File ▸ Export ▸ PyTorch prints says enough of its run.</source>
        <translation>Nur was das Skript aus Datei ▸ Exportieren ▸ PyTorch ausgibt, sagt genug über seinen Lauf.</translation>
    </message>
    <message>
        <source>What is learned is of its own plan; choose that one.</source>
        <translation>Gelernt wird für den eigenen Plan; diesen wählen.</translation>
    </message>
    <message>
        <source>It ran out of memory, or card or figures are not known.</source>
        <translation>Ihm ging der Speicher aus, oder Karte oder Zahlen sind nicht bekannt.</translation>
    </message>
    <message>
        <source>Estimates of this kind of run on this card learn from it.</source>
        <translation>Schätzungen für solche Läufe auf dieser Karte lernen daraus.</translation>
    </message>
    <message>
        <source>It says no plan.</source>
        <translation>Es nennt keinen Plan.</translation>
    </message>
</context>
<context>
    <name>plimsoll::RunModel</name>
    <message>
        <source>Card %1, all processes</source>
        <translation>Karte %1, alle Prozesse</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Allocated, whole run</source>
        <translation>Belegt, ganzer Lauf</translation>
    </message>
    <message>
        <source>Reserved, whole run</source>
        <translation>Reserviert, ganzer Lauf</translation>
    </message>
    <message>
        <source>Process on the card</source>
        <translation>Prozess auf der Karte</translation>
    </message>
    <message>
        <source>Outside PyTorch</source>
        <translation>Außerhalb von PyTorch</translation>
    </message>
    <message>
        <source>Card, all processes</source>
        <translation>Karte, alle Prozesse</translation>
    </message>
    <message>
        <source>Before the steps, %1</source>
        <translation>Vor den Schritten, %1</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>Schritt %1, %2</translation>
    </message>
    <message>
        <source>At its most</source>
        <translation>Höchststand</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>Gemessen, %1</translation>
    </message>
    <message>
        <source>Planned, %1</source>
        <translation>Geplant, %1</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Differenz</translation>
    </message>
</context>
<context>
    <name>plimsoll::Runs</name>
    <message>
        <source>Its own plan</source>
        <translation>Sein eigener Plan</translation>
    </message>
    <message>
        <source>This is all that is written: no names, no notes, no paths, and of the model no Hub id.</source>
        <translation>Nur dies wird geschrieben: keine Namen, Notizen oder Pfade, und vom Modell keine Hub-ID.</translation>
    </message>
    <message>
        <source>Measurement without personal data</source>
        <translation>Messung ohne persönliche Daten</translation>
    </message>
</context>
<context>
    <name>plimsoll::SaversGroup</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>jede Schicht</translation>
    </message>
    <message>
        <source>Savers</source>
        <translation>Sparschalter</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>Gradient checkpointing at every layer</source>
        <translation>Gradient Checkpointing bei jeder Schicht</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>sdpa</source>
        <translation>sdpa</translation>
    </message>
    <message>
        <source>eager</source>
        <translation>eager</translation>
    </message>
    <message>
        <source>flash2</source>
        <translation>flash2</translation>
    </message>
    <message>
        <source>flash3</source>
        <translation>flash3</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>compile</translation>
    </message>
    <message>
        <source>torch.compile</source>
        <translation>torch.compile</translation>
    </message>
    <message>
        <source>torch.compile: what inductor fuses is simulated, with a wider interval</source>
        <translation>torch.compile: Was inductor fusioniert, ist simuliert, mit breiterem Intervall</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>every %1 layers</source>
        <translation>alle %1 Schichten</translation>
    </message>
    <message>
        <source>changes now by, %1</source>
        <translation>Änderung jetzt, %1</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Cannot be said for this plan</source>
        <translation>Für diesen Plan nicht zu sagen</translation>
    </message>
    <message>
        <source>With %1: %2</source>
        <translation>Mit %1: %2</translation>
    </message>
</context>
<context>
    <name>plimsoll::ScenarioEdits</name>
    <message>
        <source>&amp;Rename scenario</source>
        <translation>Szenario &amp;umbenennen</translation>
    </message>
    <message>
        <source>&amp;Duplicate scenario</source>
        <translation>Szenario &amp;duplizieren</translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation>Szenario duplizieren</translation>
    </message>
    <message>
        <source>&amp;Pin as baseline, or release</source>
        <translation>Als Basis an&amp;heften oder lösen</translation>
    </message>
    <message>
        <source>Pin baseline</source>
        <translation>Basis anheften</translation>
    </message>
    <message>
        <source>Move scenario le&amp;ft</source>
        <translation>Szenario nach l&amp;inks</translation>
    </message>
    <message>
        <source>Move scenario</source>
        <translation>Szenario verschieben</translation>
    </message>
    <message>
        <source>Move scenario ri&amp;ght</source>
        <translation>Szenario nach re&amp;chts</translation>
    </message>
    <message>
        <source>Re&amp;move scenario</source>
        <translation>Szenario ent&amp;fernen</translation>
    </message>
    <message>
        <source>Remove scenario</source>
        <translation>Szenario entfernen</translation>
    </message>
    <message>
        <source>Its ranks stand side by side; choose one rank to name the scenario.</source>
        <translation>Seine Ranks stehen nebeneinander; einen Rank wählen, um das Szenario zu benennen.</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>Szenario umbenennen</translation>
    </message>
</context>
<context>
    <name>plimsoll::ScenarioStrip</name>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Scenario %1</source>
        <translation>Szenario %1</translation>
    </message>
    <message>
        <source>%1, baseline</source>
        <translation>%1, Basis</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>Szenarien</translation>
    </message>
    <message>
        <source>Duplicate the selected scenario</source>
        <translation>Gewähltes Szenario duplizieren</translation>
    </message>
    <message>
        <source>Add a scenario</source>
        <translation>Szenario hinzufügen</translation>
    </message>
    <message>
        <source>Name of the scenario</source>
        <translation>Name des Szenarios</translation>
    </message>
</context>
<context>
    <name>plimsoll::SearchButton</name>
    <message>
        <source>Search actions and fields</source>
        <translation>Aktionen und Felder suchen</translation>
    </message>
    <message>
        <source>Every action and field by name (Ctrl+K)</source>
        <translation>Jede Aktion und jedes Feld nach Namen (Strg+K)</translation>
    </message>
    <message>
        <source>No action and no field has these words.</source>
        <translation>Keine Aktion und kein Feld enthält diese Wörter.</translation>
    </message>
</context>
<context>
    <name>plimsoll::SessionFiles</name>
    <message>
        <source>&amp;New session</source>
        <translation>&amp;Neue Sitzung</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Plans, configurations, model cards, runs (*.plimsoll *.json *.yaml *.yml *.sh *.md *.pickle *.csv *.jsonl *.log Modelfile*);;All files (*)</source>
        <translation>Pläne, Konfigurationen, Model Cards, Läufe (*.plimsoll *.json *.yaml *.yml *.sh *.md *.pickle *.csv *.jsonl *.log Modelfile*);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a model&apos;s &amp;config.json…</source>
        <translation>&amp;config.json eines Modells öffnen…</translation>
    </message>
    <message>
        <source>Open a model&apos;s config.json</source>
        <translation>config.json eines Modells öffnen</translation>
    </message>
    <message>
        <source>Configurations (*.json);;All files (*)</source>
        <translation>Konfigurationen (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Open a model&apos;s &amp;folder…</source>
        <translation>Modell&amp;ordner öffnen…</translation>
    </message>
    <message>
        <source>&amp;Paste a plan, a model, a message</source>
        <translation>&amp;Plan, Modell oder Meldung einfügen</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Close &amp;window</source>
        <translation>Fenster schl&amp;ießen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>Out of memory: %1</source>
        <translation>Kein Speicher mehr: %1</translation>
    </message>
    <message>
        <source>Add to the session</source>
        <translation>Zur Sitzung hinzufügen</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>In %1 gespeichert</translation>
    </message>
    <message>
        <source>Open a model&apos;s folder</source>
        <translation>Modellordner öffnen</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Plimsoll sessions (*.plimsoll)</source>
        <translation>Plimsoll-Sitzungen (*.plimsoll)</translation>
    </message>
    <message>
        <source>Plimsoll ended without being closed. This is the session as it stood; save it to keep it.</source>
        <translation>Plimsoll endete, ohne geschlossen zu werden. Dies ist die Sitzung in ihrem letzten Stand; speichern, um sie zu behalten.</translation>
    </message>
    <message>
        <source>It is damaged and cannot be opened.</source>
        <translation>Sie ist beschädigt und lässt sich nicht öffnen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::SettingsDialog</name>
    <message>
        <source>Path: %1</source>
        <translation>Pfad: %1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Files of your own</source>
        <translation>Eigene Dateien</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Anzeige</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>1 GiB = 1024 × 1024 × 1024 bytes, as PyTorch and drivers count</source>
        <translation>1 GiB = 1024 × 1024 × 1024 Byte, wie PyTorch und Treiber zählen</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>1 GB = 1,000,000,000 bytes, as disks are sold</source>
        <translation>1 GB = 1.000.000.000 Byte, wie Platten verkauft werden</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Farben</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>As the desktop is set</source>
        <translation>Wie am Desktop eingestellt</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Outlines and hatches instead of tints</source>
        <translation>Umrisse und Schraffuren statt Farbtönen</translation>
    </message>
    <message>
        <source>Go on with the sessions of last time</source>
        <translation>Mit den letzten Sitzungen fortfahren</translation>
    </message>
    <message>
        <source>Otherwise the first plan opens; what was not saved is under File ▸ Open recent.</source>
        <translation>Sonst öffnet sich der erste Plan; Ungespeichertes steht unter Datei ▸ Zuletzt geöffnet.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source> % of the card</source>
        <translation> % der Karte</translation>
    </message>
    <message>
        <source>Warn from</source>
        <translation>Warnen ab</translation>
    </message>
    <message>
        <source>Tell the desktop too</source>
        <translation>Auch den Desktop benachrichtigen</translation>
    </message>
    <message>
        <source>Once each time a card becomes so full, while Plimsoll runs.</source>
        <translation>Jedes Mal einmal, wenn eine Karte so voll wird, solange Plimsoll läuft.</translation>
    </message>
    <message>
        <source>This desktop has no tray for messages: the warning stands in the window alone.</source>
        <translation>Dieser Desktop hat keinen Infobereich für Meldungen: Die Warnung steht nur im Fenster.</translation>
    </message>
    <message>
        <source>Live readings</source>
        <translation>Live-Messwerte</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation>Ordner öffnen: %1</translation>
    </message>
    <message>
        <source>%1 cannot be made; check its permissions.</source>
        <translation>%1 lässt sich nicht anlegen; Zugriffsrechte prüfen.</translation>
    </message>
    <message>
        <source>No program here opens folders; the path can be copied.</source>
        <translation>Kein Programm öffnet hier Ordner; der Pfad lässt sich kopieren.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitChoice</name>
    <message>
        <source>Se&amp;veral GPUs</source>
        <translation>&amp;Mehrere GPUs</translation>
    </message>
    <message>
        <source>This run is not split over cards.</source>
        <translation>Dieser Lauf ist nicht auf Karten aufgeteilt.</translation>
    </message>
    <message>
        <source>Find a &amp;split…</source>
        <translation>&amp;Aufteilung suchen…</translation>
    </message>
    <message>
        <source>Splits are looked for of trainings; choose the task Train.</source>
        <translation>Aufteilungen werden für Trainings gesucht; Aufgabe Trainieren wählen.</translation>
    </message>
    <message>
        <source>Use split</source>
        <translation>Aufteilung nutzen</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitDialog</name>
    <message>
        <source>Find a split</source>
        <translation>Aufteilung suchen</translation>
    </message>
    <message>
        <source>Why the chosen split stands there</source>
        <translation>Warum die gewählte Aufteilung dort steht</translation>
    </message>
    <message>
        <source>Fits on these cards</source>
        <translation>Passt auf diese Karten</translation>
    </message>
    <message>
        <source>With the fewest of them</source>
        <translation>Mit den wenigsten davon</translation>
    </message>
    <message>
        <source>Cheapest to rent</source>
        <translation>Am günstigsten zu mieten</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>Was gesucht wird</translation>
    </message>
    <message>
        <source>&amp;Look for</source>
        <translation>&amp;Ziel</translation>
    </message>
    <message>
        <source>Which card</source>
        <translation>Welche Karte</translation>
    </message>
    <message>
        <source>C&amp;ards</source>
        <translation>&amp;Karten</translation>
    </message>
    <message>
        <source>× </source>
        <translation>× </translation>
    </message>
    <message>
        <source>How many of the card</source>
        <translation>Wie viele der Karte</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Globaler Batch</translation>
    </message>
    <message>
        <source>Sequences of an update, of all ranks: micro batch × accumulation × data-parallel ranks</source>
        <translation>Sequenzen eines Updates über alle Ranks: Micro-Batch × Akkumulation × datenparallele Ranks</translation>
    </message>
    <message>
        <source>&amp;Global batch</source>
        <translation>&amp;Globaler Batch</translation>
    </message>
    <message>
        <source>Splits that were found, the best first</source>
        <translation>Gefundene Aufteilungen, die beste zuerst</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Use this split</source>
        <translation>Diese Aufteilung &amp;nutzen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Suche…</translation>
    </message>
    <message>
        <source>Ruled out:</source>
        <translation>Ausgeschlossen:</translation>
    </message>
    <message>
        <source>&amp;Cancel the search</source>
        <translation>Suche &amp;abbrechen</translation>
    </message>
    <message>
        <source>Add a card to look for splits over some of it.</source>
        <translation>Eine Karte hinzufügen, um Aufteilungen auf mehrere davon zu suchen.</translation>
    </message>
    <message>
        <source>Sends least</source>
        <translation>Sendet am wenigsten</translation>
    </message>
    <message>
        <source>Takes least time</source>
        <translation>Braucht am wenigsten Zeit</translation>
    </message>
    <message>
        <source>Costs least</source>
        <translation>Kostet am wenigsten</translation>
    </message>
    <message>
        <source>What stands first of those that fit</source>
        <translation>Was von den passenden zuerst steht</translation>
    </message>
    <message>
        <source>&amp;First what</source>
        <translation>&amp;Zuerst was</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitModel</name>
    <message>
        <source>one card</source>
        <translation>eine Karte</translation>
    </message>
    <message>
        <source>$%1 an hour · %2</source>
        <translation>$%1 je Stunde · %2</translation>
    </message>
    <message>
        <source>%1; of the interval&apos;s upper end %2</source>
        <translation>%1; vom oberen Ende des Intervalls %2</translation>
    </message>
    <message>
        <source>What the fullest rank leaves of its card, as the answer has it</source>
        <translation>Was der vollste Rank von seiner Karte übrig lässt, wie in der Antwort</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>Karten</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilung</translation>
    </message>
    <message>
        <source>Batch × steps</source>
        <translation>Batch × Schritte</translation>
    </message>
    <message>
        <source>Needs, %1</source>
        <translation>Bedarf, %1</translation>
    </message>
    <message>
        <source>Why here</source>
        <translation>Warum hier</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Ended after %1 ways of splitting; the best of these stand here.</source>
        <translation>Nach %1 Aufteilungen beendet; hier stehen die besten davon.</translation>
    </message>
    <message>
        <source>%1 ways of splitting were tried; the best of those that fit:</source>
        <translation>%1 Aufteilungen wurden geprüft; die besten passenden:</translation>
    </message>
    <message>
        <source>None of %1 ways of splitting fits; these lack least:</source>
        <translation>Keine von %1 Aufteilungen passt; diesen fehlt am wenigsten:</translation>
    </message>
    <message>
        <source>None of %1 ways of splitting can run.</source>
        <translation>Keine von %1 Aufteilungen kann laufen.</translation>
    </message>
</context>
<context>
    <name>plimsoll::StatusLine</name>
    <message>
        <source>%1 parameters, exact</source>
        <translation>%1 Parameter, exakt</translation>
    </message>
    <message>
        <source>%1 parameters, approximated</source>
        <translation>%1 Parameter, angenähert</translation>
    </message>
    <message>
        <source>estimate %1 for this kind of run</source>
        <translation>Schätzung %1 für solche Läufe</translation>
    </message>
    <message>
        <source>not saved as a file</source>
        <translation>nicht als Datei gespeichert</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>gespeichert</translation>
    </message>
    <message>
        <source>Status: %1</source>
        <translation>Status: %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::SweepChart</name>
    <message>
        <source>Memory over the chosen fields</source>
        <translation>Speicher über den gewählten Feldern</translation>
    </message>
</context>
<context>
    <name>plimsoll::SweepPanel</name>
    <message>
        <source>tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>working…</source>
        <translation>rechnet…</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Durchlauf</translation>
    </message>
    <message>
        <source>Field along the chart</source>
        <translation>Feld der waagerechten Achse</translation>
    </message>
    <message>
        <source>Field up the chart</source>
        <translation>Feld der senkrechten Achse</translation>
    </message>
    <message>
        <source>Copy as a table of bytes</source>
        <translation>Als Byte-Tabelle kopieren</translation>
    </message>
    <message>
        <source>Copy the sweep as a table</source>
        <translation>Durchlauf als Tabelle kopieren</translation>
    </message>
    <message>
        <source>Memory over</source>
        <translation>Speicher über</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>Sweep as a table</source>
        <translation>Durchlauf als Tabelle</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>nichts weiter</translation>
    </message>
    <message>
        <source>Nothing in this plan can be swept.</source>
        <translation>In diesem Plan lässt sich nichts durchlaufen.</translation>
    </message>
    <message numerus="yes">
        <source>%n points; click takes one</source>
        <translation>
            <numerusform>%n Punkt; Klick nimmt ihn</numerusform>
            <numerusform>%n Punkte; Klick nimmt einen</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
</context>
<context>
    <name>plimsoll::TextDialog</name>
    <message>
        <source>The text</source>
        <translation>Der Text</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineCanvas</name>
    <message>
        <source>Whole step</source>
        <translation>Ganzer Schritt</translation>
    </message>
    <message>
        <source>double click: back to the whole step</source>
        <translation>Doppelklick: zurück zum ganzen Schritt</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineChart</name>
    <message>
        <source>%1 of layer %2</source>
        <translation>%1 von Schicht %2</translation>
    </message>
    <message>
        <source>Memory by phase and group</source>
        <translation>Speicher nach Phase und Gruppe</translation>
    </message>
    <message>
        <source>No timeline yet.</source>
        <translation>Noch kein Verlauf.</translation>
    </message>
    <message>
        <source>Timeline of one step</source>
        <translation>Verlauf eines Schritts</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineTableModel</name>
    <message>
        <source>layer %1</source>
        <translation>Schicht %1</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Allocated, %1</source>
        <translation>Belegt, %1</translation>
    </message>
    <message>
        <source>Largest at</source>
        <translation>Am größten bei</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
</context>
<context>
    <name>plimsoll::ToolBar</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Compare precisions</source>
        <translation>Präzisionen vergleichen</translation>
    </message>
    <message>
        <source>Add card</source>
        <translation>Karte hinzufügen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Add a card or a budget (%1)</source>
        <translation>Karte oder Budget hinzufügen (%1)</translation>
    </message>
</context>
<context>
    <name>plimsoll::ToolExports</name>
    <message>
        <source>For another &amp;tool…</source>
        <translation>Für ein anderes &amp;Tool…</translation>
    </message>
    <message>
        <source>Export for another tool</source>
        <translation>Für ein anderes Tool exportieren</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
</context>
<context>
    <name>plimsoll::ViewChoices</name>
    <message>
        <source>&amp;Plan pane</source>
        <translation>&amp;Planbereich</translation>
    </message>
    <message>
        <source>&amp;Breakdown pane</source>
        <translation>&amp;Aufschlüsselungsbereich</translation>
    </message>
    <message>
        <source>&amp;Fold the memory chart</source>
        <translation>&amp;Speicherdiagramm einklappen</translation>
    </message>
    <message>
        <source>Charts as &amp;tables</source>
        <translation>Diagramme als &amp;Tabellen</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>&amp;Nächster Bereich</translation>
    </message>
</context>
<context>
    <name>plimsoll::WhyPanel</name>
    <message>
        <source>Each tensor is rounded up to 512 B.</source>
        <translation>Jeder Tensor ist auf 512 B aufgerundet.</translation>
    </message>
    <message>
        <source>Alive at this moment, largest first:</source>
        <translation>In diesem Moment lebendig, größte zuerst:</translation>
    </message>
    <message>
        <source>Select a component for its formula and source.</source>
        <translation>Eine Komponente wählen, um Formel und Quelle zu sehen.</translation>
    </message>
    <message>
        <source>At %1: %2 %3 (%4)</source>
        <translation>Bei %1: %2 %3 (%4)</translation>
    </message>
    <message>
        <source>What it is made of at the peak:</source>
        <translation>Woraus es an der Spitze besteht:</translation>
    </message>
    <message>
        <source>Nothing of it is alive at this moment.</source>
        <translation>Nichts davon lebt in diesem Moment.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Explanation of the selected component</source>
        <translation>Erklärung der gewählten Komponente</translation>
    </message>
</context>
<context>
    <name>plimsoll::WorkingBar</name>
    <message>
        <source>Being worked out</source>
        <translation>Wird ermittelt</translation>
    </message>
</context>
</TS>
