<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
<context>
    <name>BreakdownModel</name>
    <message>
        <source>On the device</source>
        <translation>设备上</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
</context>
<context>
    <name>CardColumnWords</name>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>one smaller process: %1</source>
        <translation>一个较小的进程：%1</translation>
    </message>
    <message>
        <source>%1 smaller processes: %2</source>
        <translation>%1 个较小的进程：%2</translation>
    </message>
    <message>
        <source>not told by whom: %1</source>
        <translation>归属未知：%1</translation>
    </message>
    <message>
        <source>the driver&apos;s own: %1</source>
        <translation>驱动自身：%1</translation>
    </message>
    <message>
        <source>free: %1</source>
        <translation>空闲：%1</translation>
    </message>
    <message>
        <source>%1: nothing is told of its memory.</source>
        <translation>%1：没有显存信息。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>The card&apos;s memory by process</source>
        <translation>按进程划分的显存</translation>
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
        <translation>各 %1</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>%1 budget</source>
        <translation>%1 预算</translation>
    </message>
    <message>
        <source>GB of 2³⁰ bytes</source>
        <translation>GB（2³⁰ 字节）</translation>
    </message>
    <message>
        <source>GB of 10⁹ bytes</source>
        <translation>GB（10⁹ 字节）</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最接近</translation>
    </message>
</context>
<context>
    <name>ComponentWords</name>
    <message>
        <source>The model itself, in the type that it is held in; what is packed to fewer bits and what is not.</source>
        <translation>模型本身，按其存放的类型计：包括压缩到更少位数的部分和未压缩的部分。</translation>
    </message>
    <message>
        <source>Copies of weights in the type that autocast computes with; they live through a pass.</source>
        <translation>按 autocast 计算类型转换的权重副本，在一次前向或反向期间存在。</translation>
    </message>
    <message>
        <source>Scales and zeros that packed weights are unpacked with.</source>
        <translation>解包压缩权重所用的缩放因子和零点。</translation>
    </message>
    <message>
        <source>Matrices that LoRA and its like train beside frozen weights.</source>
        <translation>LoRA 一类方法在冻结权重旁训练的矩阵。</translation>
    </message>
    <message>
        <source>One number for each weight that trains, from the backward pass until the optimizer has stepped.</source>
        <translation>每个可训练权重一个数，从反向传播一直保留到优化器更新完。</translation>
    </message>
    <message>
        <source>What the optimizer remembers of each weight that trains, from the first step on: for AdamW two 32-bit numbers.</source>
        <translation>优化器为每个可训练权重记住的状态，从第一步起存在：AdamW 为两个 32 位数。</translation>
    </message>
    <message>
        <source>What the layers&apos; backward pass needs of their forward pass; it grows with batch and length.</source>
        <translation>各层反向传播所需的前向结果，随批次和长度增长。</translation>
    </message>
    <message>
        <source>Inputs of layers that are kept so that the layer can be run again.</source>
        <translation>为重新运行某层而保留的层输入。</translation>
    </message>
    <message>
        <source>What running a layer again makes, while its backward pass uses it.</source>
        <translation>重新运行某层时产生、供其反向传播使用的张量。</translation>
    </message>
    <message>
        <source>Hidden states and attention weights that an extraction keeps.</source>
        <translation>提取时保留的隐藏状态和注意力权重。</translation>
    </message>
    <message>
        <source>Scores of every word of the vocabulary for every token, with what the loss makes of them.</source>
        <translation>每个 token 对整个词表的得分，以及损失由此产生的张量。</translation>
    </message>
    <message>
        <source>Keys and values of the tokens so far, of every sequence that is served.</source>
        <translation>所有被服务序列中已有 token 的键和值。</translation>
    </message>
    <message>
        <source>Tensors that an operation makes on its way and lets go at once.</source>
        <translation>运算过程中产生、随即释放的张量。</translation>
    </message>
    <message>
        <source>Room that kernels of cuBLAS and its like work in.</source>
        <translation>cuBLAS 一类库的内核所用的工作空间。</translation>
    </message>
    <message>
        <source>What ranks gather and send: whole weights of a unit, buckets of gradients.</source>
        <translation>各 rank 收集和发送的内容：一个单元的完整权重、梯度桶。</translation>
    </message>
    <message>
        <source>Memory that PyTorch holds of the card and no tensor uses: rests of blocks, and blocks kept for later.</source>
        <translation>PyTorch 占着显卡、但没有张量使用的内存：块的剩余部分和留待后用的块。</translation>
    </message>
    <message>
        <source>What a process takes of a card before any tensor: the driver&apos;s context, kernels, libraries.</source>
        <translation>进程在有任何张量之前就占用的显存：驱动的上下文、内核、库。</translation>
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
        <translation>临时</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>There is no estimate to export yet.</source>
        <translation>还没有可导出的估算。</translation>
    </message>
</context>
<context>
    <name>FieldHelp</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Why: the bytes that it changes</source>
        <translation>原因：它改变的字节数</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The network whose weights stand on the card. Its shape decides nearly everything else.</source>
        <translation>权重放在显卡上的网络。其余几乎一切都由它的结构决定。</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Train changes weights, Run generates text, Extract reads hidden states out. Only training holds gradients and optimizer states.</source>
        <translation>训练会更新权重，推理生成文本，提取读出隐藏状态。只有训练才有梯度和优化器状态。</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>训练栈</translation>
    </message>
    <message>
        <source>The library that runs the training. Whatever you do not set is what it does by itself.</source>
        <translation>运行训练的库。未设置的项按它自身的默认行为处理。</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Full trains every weight; LoRA trains small adapters beside frozen weights; QLoRA does so over weights packed to 4 or 8 bits.</source>
        <translation>全量微调训练全部权重；LoRA 在冻结权重旁训练小适配器；QLoRA 则在压缩到 4 或 8 位的权重上这样做。</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Packs the weights into fewer bits: nf4 takes a quarter of BF16. What is computed with them is unpacked piece by piece.</source>
        <translation>把权重压缩到更少的位数：nf4 只占 BF16 的四分之一。计算时逐块解包。</translation>
    </message>
    <message>
        <source>double quantised</source>
        <translation>双重量化</translation>
    </message>
    <message>
        <source>The scales of the 4-bit blocks are packed once more: about 0.4 bits less for each weight.</source>
        <translation>4 位块的缩放因子再压缩一次：每个权重约少 0.4 位。</translation>
    </message>
    <message>
        <source>prepare for k-bit training</source>
        <translation>为 k-bit 训练做准备</translation>
    </message>
    <message>
        <source>PEFT&apos;s prepare_model_for_kbit_training was called: what is not packed, embeddings and norms above all, becomes 32-bit.</source>
        <translation>调用了 PEFT 的 prepare_model_for_kbit_training：未压缩的部分（主要是嵌入和归一化层）变为 32 位。</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>The type in which weights lie that are not packed: BF16 and FP16 take 2 bytes each, FP32 takes 4.</source>
        <translation>未压缩权重的存放类型：BF16 和 FP16 每个占 2 字节，FP32 占 4 字节。</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>Mixed precision: matrices are multiplied in this type while weights keep theirs. Halves activations; casts of the weights stand beside them for a while.</source>
        <translation>混合精度：矩阵乘法用此类型，权重保持自己的类型。激活减半；权重的转换副本会短暂并存。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Tokens of each training example. Activations and logits grow in proportion; whole attention scores with its square.</source>
        <translation>每个训练样本的 token 数。激活和 logits 与之成正比；完整的注意力分数与其平方成正比。</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Sequences that go through the model at once on one card. Activations and logits grow in proportion; weights and optimizer do not.</source>
        <translation>一张显卡上同时通过模型的序列数。激活和 logits 与之成正比；权重和优化器不变。</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>Micro batches that one update sums up. More of them make a larger batch without more activations.</source>
        <translation>一次更新所累加的微批次数。数量越多批次越大，而激活不增加。</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>推理引擎</translation>
    </message>
    <message>
        <source>The program that generates. Transformers takes what it needs; servers such as vLLM claim a share of the card when they start.</source>
        <translation>负责生成的程序。Transformers 用多少占多少；vLLM 一类服务器启动时就占下显卡的一部分。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Prompt and answer together, in tokens. The KV cache of a sequence grows in proportion.</source>
        <translation>提示与回答合计的 token 数。一个序列的 KV 缓存与之成正比。</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Conversations at the same time, each with a KV cache of its own.</source>
        <translation>同时进行的对话数，每个都有自己的 KV 缓存。</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>新 token</translation>
    </message>
    <message>
        <source>How many tokens are generated; the rest of the context is the prompt, whose pass is often the peak.</source>
        <translation>要生成的 token 数；上下文的其余部分是提示，其前向过程往往就是峰值。</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>How keys and values of earlier tokens are kept: growing, reserved from the start, packed, or with the host.</source>
        <translation>已有 token 的键和值如何保留：逐步增长、一开始就预留、压缩或放在主机上。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The type of the KV cache: 8 bits take half of BF16.</source>
        <translation>KV 缓存的类型：8 位只占 BF16 的一半。</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>The part of the card that the engine claims. What weights and one pass leave of it becomes KV cache.</source>
        <translation>引擎占用显卡的比例。扣除权重和一次前向后，余下的成为 KV 缓存。</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Requests that the engine runs at once at most; the others wait. CUDA graphs and the sampler are sized for it.</source>
        <translation>引擎最多同时运行的请求数，其余排队。CUDA 图和采样器按此确定大小。</translation>
    </message>
    <message>
        <source>A pass</source>
        <translation>单次前向</translation>
    </message>
    <message>
        <source>Tokens that one pass through the model takes at most. A smaller pass needs less room beside the cache, and prompts take longer.</source>
        <translation>一次通过模型最多处理的 token 数。越小，缓存之外所需空间越少，提示处理越慢。</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>Without CUDA graphs the engine starts faster and keeps their memory, and runs slower.</source>
        <translation>不用 CUDA 图时引擎启动更快、省下其内存，但运行更慢。</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s flash attention: without it whole attention scores are made.</source>
        <translation>llama.cpp 的 flash attention：不用它就会产生完整的注意力分数。</translation>
    </message>
    <message>
        <source>On host</source>
        <translation>放主机</translation>
    </message>
    <message>
        <source>So many layers leave their experts in the host&apos;s memory: much less on the card, and slower.</source>
        <translation>这么多层的专家留在主机内存中：显卡占用大减，但更慢。</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>What is kept of each pass: hidden states of all layers, attention weights, or what hooks name.</source>
        <translation>每次前向保留什么：所有层的隐藏状态、注意力权重，或钩子指定的内容。</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Points inside the model whose tensors are kept, by TransformerLens&apos; names.</source>
        <translation>模型内部要保留张量的位置，用 TransformerLens 的名称。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Where captured states wait: on the card until the text is through, or sent to the host at once.</source>
        <translation>捕获的状态放在哪里：留在显卡上直到文本处理完，或立即送到主机。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Width of the LoRA matrices. Adapters, their gradients and optimizer states grow in proportion.</source>
        <translation>LoRA 矩阵的宽度。适配器及其梯度和优化器状态与之成正比。</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Scale of what adapters add. Takes no memory.</source>
        <translation>适配器增量的缩放系数。不占内存。</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Share of the adapter&apos;s inputs that is dropped while training. Anything above 0 keeps a mask and a copy for each adapter.</source>
        <translation>训练时丢弃的适配器输入比例。大于 0 时，每个适配器都要保留一个掩码和一份副本。</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Which matrices get an adapter. Each keeps its input for the backward pass.</source>
        <translation>哪些矩阵加适配器。每个都要为反向传播保留其输入。</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>Adapters that train a magnitude beside the direction: more work matrices in each layer.</source>
        <translation>除方向外还训练幅度的适配器：每层多一些工作矩阵。</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Keeps only each layer&apos;s input and runs the layer again in the backward pass: most activations go, and a step takes about a third longer.</source>
        <translation>只保留每层的输入，反向传播时重新运行该层：大部分激活省掉，每步约慢三分之一。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>The kernel of attention. eager makes whole scores, which grow with the square of the length; sdpa and flash do not.</source>
        <translation>注意力的内核。eager 产生完整的分数，随长度的平方增长；sdpa 和 flash 不会。</translation>
    </message>
    <message>
        <source>compile</source>
        <translation>compile</translation>
    </message>
    <message>
        <source>torch.compile. Planned as PyTorch without it, with a wider interval.</source>
        <translation>torch.compile。按未编译的 PyTorch 规划，区间放宽。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>How the loss is computed from the last hidden states. Full logits hold tokens × vocabulary in 32 bits; fused and chunked losses never do.</source>
        <translation>如何由最后的隐藏状态计算损失。完整 logits 要保留 token 数 × 词表大小的 32 位数；融合和分块的损失则从不保留。</translation>
    </message>
    <message>
        <source>Loss chunk</source>
        <translation>损失分块</translation>
    </message>
    <message>
        <source>Tokens of one piece of a chunked loss.</source>
        <translation>分块损失中一块的 token 数。</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>AdamW keeps two 32-bit numbers for each weight that trains, its 8-bit forms two bytes, SGD none.</source>
        <translation>AdamW 为每个可训练权重保留两个 32 位数，其 8 位形式为两个字节，SGD 不保留。</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>fused works in place; foreach makes temporary copies of all gradients; single goes tensor by tensor.</source>
        <translation>fused 原地运算；foreach 为所有梯度建临时副本；single 逐个张量处理。</translation>
    </message>
    <message>
        <source>Engine of the ranks</source>
        <translation>多卡引擎</translation>
    </message>
    <message>
        <source>The library that spreads a training over cards: DDP copies the model to each, FSDP and DeepSpeed share it out.</source>
        <translation>把训练分布到多张显卡的库：DDP 在每张卡上复制模型，FSDP 和 DeepSpeed 则把它分开存放。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Ranks that each work on other sequences. By themselves they do not make one card&apos;s part smaller.</source>
        <translation>各自处理不同序列的 rank。仅靠它们不会减小单卡的份额。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Ranks that share each matrix: weights and much of the activations are divided among them.</source>
        <translation>共同分担每个矩阵的 rank：权重和大部分激活在它们之间划分。</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Runs of layers, each on a card of its own.</source>
        <translation>连续的若干层为一段，每段各占一张显卡。</translation>
    </message>
    <message>
        <source>Context ranks</source>
        <translation>上下文 rank</translation>
    </message>
    <message>
        <source>Ranks that share each sequence: activations are divided among them.</source>
        <translation>共同分担每个序列的 rank：激活在它们之间划分。</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Ranks that share a machine: its links and its host memory.</source>
        <translation>共用一台机器的 rank：共用其互连和主机内存。</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Ranks that share each layer&apos;s experts.</source>
        <translation>共同分担每层专家的 rank。</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Norms and residuals are split over the tensor-parallel ranks, too.</source>
        <translation>归一化和残差也在张量并行的 rank 之间划分。</translation>
    </message>
    <message>
        <source>Sharded</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>What data-parallel ranks divide among them: optimizer states, then gradients, then weights. FSDP&apos;s full shard is 3.</source>
        <translation>数据并行的 rank 之间划分什么：先是优化器状态，再是梯度，最后是权重。FSDP 的完全分片为 3。</translation>
    </message>
    <message>
        <source>reshard</source>
        <translation>重新分片</translation>
    </message>
    <message>
        <source>FSDP lets the gathered weights of a unit go after its forward pass and gathers them again for backward.</source>
        <translation>FSDP 在一个单元前向之后释放收集的权重，反向时再次收集。</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Copies of the whole sharded group (HSDP): fewer ranks share one model.</source>
        <translation>整个分片组的副本数（HSDP）：共用一个模型的 rank 更少。</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>What FSDP gathers at once: a layer at a time needs least.</source>
        <translation>FSDP 一次收集的范围：逐层收集所需最少。</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>桶</translation>
    </message>
    <message>
        <source>Gradients that DDP sends at once; one or two such buckets stand beside the gradients.</source>
        <translation>DDP 一次发送的梯度；梯度之外还有一两个这样的桶。</translation>
    </message>
    <message>
        <source>gradients are views</source>
        <translation>梯度为视图</translation>
    </message>
    <message>
        <source>Gradients lie in DDP&apos;s buckets in place of beside them.</source>
        <translation>梯度直接放在 DDP 的桶里，而不是另存一份。</translation>
    </message>
    <message>
        <source>How context ranks attend</source>
        <translation>上下文 rank 的注意力方式</translation>
    </message>
    <message>
        <source>Each rank attends to its own queries (ring), or to some of the heads of the whole sequence (Ulysses).</source>
        <translation>每个 rank 处理自己的查询（ring），或处理整个序列的部分注意力头（Ulysses）。</translation>
    </message>
    <message>
        <source>How keys come round</source>
        <translation>键的传递方式</translation>
    </message>
    <message>
        <source>Keys and values of all ranks at once, or of one rank after another.</source>
        <translation>一次收集所有 rank 的键和值，或逐个 rank 传递。</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Micro-batches of one step of the pipeline; the first stages keep activations of several.</source>
        <translation>流水线一步中的微批次数；靠前的阶段要保留其中几个的激活。</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Order of the pipeline&apos;s passes: 1F1B keeps activations of as many micro-batches as there are stages, GPipe of all.</source>
        <translation>流水线各趟的顺序：1F1B 保留与阶段数相同个微批次的激活，GPipe 保留全部。</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>What a rank keeps in its host&apos;s memory in place of its card&apos;s: less on the card, more on the host, slower steps.</source>
        <translation>rank 放在主机内存而不是显存中的内容：显卡占用少，主机占用多，每步更慢。</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>What is trained towards. Preferences and rewards bring in more rows, more models or a generation of their own.</source>
        <translation>训练的目标。偏好和奖励会带来更多行、更多模型或单独的生成阶段。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Tokens of the prompts that completions are written to.</source>
        <translation>为其生成补全的提示的 token 数。</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Tokens of a completion that the model writes while it trains. With the prompt they are the rows of each pass.</source>
        <translation>模型在训练中写出的一个补全的 token 数。与提示一起构成每次前向的行。</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>生成数</translation>
    </message>
    <message>
        <source>Completions of one prompt, which are held against each other. The micro batch says how many rows one pass has.</source>
        <translation>同一提示的多个补全，互相比较。微批次决定一次前向有多少行。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Micro batches whose completions are made at once: more of them make a larger generation.</source>
        <translation>一次生成多少个微批次的补全：越多，生成越大。</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Weight of the reference. At 0 no reference is asked, and none is held.</source>
        <translation>参考模型的权重系数。为 0 时不询问参考模型，也不保留它。</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>How the model is held that completions are compared with: a second copy, the same model without its adapters, or none.</source>
        <translation>用来比较补全的模型如何保存：第二份副本、去掉适配器的同一模型，或没有。</translation>
    </message>
    <message>
        <source>Tokens of a row that are not scored: the head leaves them out.</source>
        <translation>一行中不计分的 token：输出头跳过它们。</translation>
    </message>
    <message>
        <source>How the model is held that pairs are compared with: a second copy, the same model without its adapters, or answers computed beforehand.</source>
        <translation>用来比较成对数据的模型如何保存：第二份副本、去掉适配器的同一模型，或事先算好的结果。</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>教师模型</translation>
    </message>
    <message>
        <source>The model that is learned from. It stands beside the one that trains, without gradients.</source>
        <translation>被学习的模型。它与训练中的模型并存，没有梯度。</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>Models that score completions, with commas between. They stand on the card as well; functions take nothing.</source>
        <translation>给补全打分的模型，用逗号分隔。它们也占用显卡；函数不占内存。</translation>
    </message>
    <message>
        <source>Generates</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>What writes completions: the model itself by transformers, or an engine that stands beside it on the card.</source>
        <translation>由谁写补全：模型自己（用 transformers），或显卡上与它并存的引擎。</translation>
    </message>
    <message>
        <source>The part of the card that the engine beside claims from the start.</source>
        <translation>旁边的引擎从一开始就占用的显存比例。</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Context of the engine beside: prompt and completion together have to go into it.</source>
        <translation>旁边引擎的上下文：提示和补全合在一起必须放得下。</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>What the engine gives back while the model trains: nothing, its cache with the weights kept on the host, or both.</source>
        <translation>模型训练时引擎归还什么：什么都不还、归还缓存并把权重放到主机，或两者都归还。</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Pictures in each row. Their tokens count in its length, and the tower keeps activations of them.</source>
        <translation>每行的图片数。它们的 token 计入行长，编码塔会保留它们的激活。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Pixels of a picture as the processor is given it. It makes patches and tokens of them by the model&apos;s own rule.</source>
        <translation>交给处理器的图片像素。处理器按模型自己的规则把它们变成图块和 token。</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>Cap of the processor: larger pictures are made smaller before they are cut into patches.</source>
        <translation>处理器的上限：更大的图片在切成图块前先缩小。</translation>
    </message>
    <message>
        <source>Tower</source>
        <translation>编码塔</translation>
    </message>
    <message>
        <source>What of the part that reads pictures trains. Frozen, it keeps nothing for a backward pass.</source>
        <translation>读取图片的部分中有什么参与训练。冻结时不为反向保留任何东西。</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>What trains of the layers that turn the tower&apos;s features into tokens.</source>
        <translation>把编码塔特征变成 token 的那些层中有什么参与训练。</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>音频段</translation>
    </message>
    <message>
        <source>Clips of sound in each row. Their tokens count in its length.</source>
        <translation>每行的音频段数。它们的 token 计入行长。</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Length of a clip. Some models take pieces of 30 seconds, padded.</source>
        <translation>一段音频的长度。有些模型按填充后的 30 秒分段处理。</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>切块</translation>
    </message>
    <message>
        <source>Pieces that the processor cuts a picture into at most, each with tokens of its own.</source>
        <translation>处理器最多把一张图片切成多少块，每块有自己的 token。</translation>
    </message>
    <message>
        <source>Videos</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Videos in each row. Frames are taken of them, and their tokens count in the row&apos;s length.</source>
        <translation>每行中的视频。从中取帧，其 token 计入该行的长度。</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Frames that are taken of a video. Left open, the processor decides by its seconds.</source>
        <translation>从一个视频中取的帧数。留空时由处理器按时长决定。</translation>
    </message>
    <message>
        <source>Pixels of a frame as the processor is given it.</source>
        <translation>交给处理器时每帧的像素。</translation>
    </message>
    <message>
        <source>Length of a video, of which the processor takes frames by its own rule.</source>
        <translation>视频时长，处理器按自己的规则从中取帧。</translation>
    </message>
    <message>
        <source>Scored rows</source>
        <translation>评分行数</translation>
    </message>
    <message>
        <source>Rows of a pass that computes log-probabilities of completions, without gradients.</source>
        <translation>一次不带梯度计算补全对数概率的前向中的行数。</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>%1 above the plan&apos;s peak at %2</source>
        <translation>比方案的峰值（%2）高 %1</translation>
    </message>
    <message>
        <source>%1 below the plan&apos;s peak at %2</source>
        <translation>比方案的峰值（%2）低 %1</translation>
    </message>
    <message>
        <source>%1, within its interval (%2 to %3)</source>
        <translation>%1，在其区间内（%2 到 %3）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>What can have grown, as planned: %1.</source>
        <translation>按方案可能增长的有：%1。</translation>
    </message>
    <message>
        <source>All processes together hold %1: %2.</source>
        <translation>所有进程合计占用 %1：%2。</translation>
    </message>
    <message>
        <source>%1 holds %2: %3.</source>
        <translation>%1 占用 %2：%3。</translation>
    </message>
    <message>
        <source>Not told: %1.</source>
        <translation>未告知：%1。</translation>
    </message>
</context>
<context>
    <name>LiveChart</name>
    <message>
        <source>plan %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>card %1</source>
        <translation>显卡 %1</translation>
    </message>
    <message>
        <source>all processes %1</source>
        <translation>所有进程 %1</translation>
    </message>
    <message>
        <source>5 minutes ago</source>
        <translation>5 分钟前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1: nothing read yet.</source>
        <translation>%1：尚未读到数据。</translation>
    </message>
    <message>
        <source>%1: %2 in use now, %3 to %4 in the last five minutes.</source>
        <translation>%1：现在使用 %2，过去五分钟内 %3 到 %4。</translation>
    </message>
    <message>
        <source>%1 of it by %2.</source>
        <translation>其中 %1 由 %2 占用。</translation>
    </message>
    <message>
        <source>The plan peaks at %1.</source>
        <translation>方案的峰值为 %1。</translation>
    </message>
    <message>
        <source>Its interval is %1.</source>
        <translation>其区间为 %1。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>On the way it takes %1.</source>
        <translation>途中占用 %1。</translation>
    </message>
    <message>
        <source>%1: %2 in use</source>
        <translation>%1：已用 %2</translation>
    </message>
    <message>
        <source>, %1 of it by %2</source>
        <translation>，其中 %1 由 %2 占用</translation>
    </message>
    <message>
        <source>, as much as the plan takes up to %1</source>
        <translation>，相当于方案到“%1”为止的占用</translation>
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
        <translation>误差线：区间 %1</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>No scenario.</source>
        <translation>没有情景。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 not known</source>
        <translation>%1 未知</translation>
    </message>
    <message>
        <source>, selected</source>
        <translation>，已选中</translation>
    </message>
    <message>
        <source>, baseline</source>
        <translation>，基线</translation>
    </message>
    <message>
        <source>%1, %2 usable</source>
        <translation>%1，可用 %2</translation>
    </message>
    <message>
        <source>Memory on the device: %1.</source>
        <translation>设备上的内存：%1。</translation>
    </message>
    <message>
        <source> Load lines: %1.</source>
        <translation> 上限线：%1。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>takes %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>rule %1</source>
        <translation>经验法则 %1</translation>
    </message>
    <message>
        <source>not to scale</source>
        <translation>未按比例</translation>
    </message>
    <message>
        <source>above the break</source>
        <translation>断口以上</translation>
    </message>
    <message>
        <source>%1 usable</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>%1 more cards</source>
        <translation>另有 %1 张显卡</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
</context>
<context>
    <name>ModelItems</name>
    <message>
        <source>%1 K tokens</source>
        <translation>%1 K token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>已粘贴</translation>
    </message>
    <message>
        <source>The configuration that was pasted</source>
        <translation>粘贴的配置</translation>
    </message>
    <message>
        <source>The pasted configuration ends too early, or is no JSON.</source>
        <translation>粘贴的配置不完整，或不是 JSON。</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>没有文件或文件夹 %1。</translation>
    </message>
    <message>
        <source>Hub id</source>
        <translation>Hub ID</translation>
    </message>
    <message>
        <source>in the local cache</source>
        <translation>在本地缓存中</translation>
    </message>
    <message>
        <source>the shape of %1</source>
        <translation>与 %1 结构相同</translation>
    </message>
    <message>
        <source>most likely the shape of %1</source>
        <translation>很可能与 %1 结构相同</translation>
    </message>
    <message>
        <source>Enter fetches its config.json</source>
        <translation>按 Enter 获取其 config.json</translation>
    </message>
    <message>
        <source>if it is in the local cache</source>
        <translation>如果在本地缓存中</translation>
    </message>
    <message>
        <source>This address names no model of the Hub.</source>
        <translation>此地址不是 Hub 上的模型。</translation>
    </message>
    <message>
        <source>What Ollama calls so</source>
        <translation>Ollama 中的名称</translation>
    </message>
    <message>
        <source>Hugging Face cache of this machine</source>
        <translation>本机的 Hugging Face 缓存</translation>
    </message>
</context>
<context>
    <name>ObjectiveGroup</name>
    <message>
        <source>as the library does</source>
        <translation>按库的做法</translation>
    </message>
    <message>
        <source>second model</source>
        <translation>第二个模型</translation>
    </message>
    <message>
        <source>adapters off</source>
        <translation>关闭适配器</translation>
    </message>
    <message>
        <source>second adapters</source>
        <translation>第二组适配器</translation>
    </message>
    <message>
        <source>precomputed</source>
        <translation>事先算好</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Tokens of a prompt</source>
        <translation>提示的 token 数</translation>
    </message>
    <message>
        <source>Completion</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>Tokens of a completion</source>
        <translation>补全的 token 数</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>生成数</translation>
    </message>
    <message>
        <source>Completions of one prompt</source>
        <translation>同一提示的补全数</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Micro batches of one generation</source>
        <translation>一次生成的微批次数</translation>
    </message>
    <message>
        <source>Tokens that are not scored</source>
        <translation>不计分的 token</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>How the reference is held</source>
        <translation>参考模型如何保存</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Weight of the reference</source>
        <translation>参考模型的权重系数</translation>
    </message>
    <message>
        <source>Teacher</source>
        <translation>教师模型</translation>
    </message>
    <message>
        <source>Model that teaches</source>
        <translation>教师模型</translation>
    </message>
    <message>
        <source>a model&apos;s name</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>Rewards</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>Models that score completions</source>
        <translation>给补全打分的模型</translation>
    </message>
    <message>
        <source>functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Generates</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>What generates completions</source>
        <translation>由什么生成补全</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of the card of the engine beside</source>
        <translation>旁边引擎占用显卡的比例</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Context of the engine beside</source>
        <translation>旁边引擎的上下文</translation>
    </message>
    <message>
        <source>Sleep</source>
        <translation>休眠</translation>
    </message>
    <message>
        <source>What the engine gives back while the model trains</source>
        <translation>模型训练时引擎归还什么</translation>
    </message>
    <message>
        <source>0: stays awake</source>
        <translation>0：保持清醒</translation>
    </message>
    <message>
        <source>1: weights to the host</source>
        <translation>1：权重放到主机</translation>
    </message>
    <message>
        <source>2: weights dropped</source>
        <translation>2：丢弃权重</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Scored rows</source>
        <translation>评分行数</translation>
    </message>
    <message>
        <source>Rows of a pass that computes log-probabilities</source>
        <translation>一次计算对数概率的前向中的行数</translation>
    </message>
</context>
<context>
    <name>OtherPrograms</name>
    <message>
        <source>the program ended early</source>
        <translation>程序提前结束</translation>
    </message>
</context>
<context>
    <name>PicturesGroup</name>
    <message>
        <source>%1 tokens, %2 patches</source>
        <translation>%1 个 token，%2 个图块</translation>
    </message>
    <message>
        <source>A clip: %1</source>
        <translation>一段音频：%1</translation>
    </message>
    <message>
        <source>%1 × %2: %3</source>
        <translation>%1 × %2：%3</translation>
    </message>
    <message>
        <source>%1 tokens of a row are pictures</source>
        <translation>一行中 %1 个 token 是图片</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>trained whole</source>
        <translation>整体训练</translation>
    </message>
    <message>
        <source>adapters in it</source>
        <translation>加适配器</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Pictures of a row</source>
        <translation>一行的图片数</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Width of a picture in pixels</source>
        <translation>图片宽度（像素）</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Height of a picture in pixels</source>
        <translation>图片高度（像素）</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>Pixels that the processor leaves of a picture</source>
        <translation>处理器为一张图片保留的像素</translation>
    </message>
    <message>
        <source> pixels</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>Clips</source>
        <translation>音频段</translation>
    </message>
    <message>
        <source>Clips of sound in a row</source>
        <translation>一行的音频段数</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Seconds of a clip</source>
        <translation>一段音频的秒数</translation>
    </message>
    <message>
        <source>Tower</source>
        <translation>编码塔</translation>
    </message>
    <message>
        <source>What of the tower trains</source>
        <translation>编码塔中训练什么</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>What of the projector trains</source>
        <translation>投影器中训练什么</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Tiles</source>
        <translation>切块</translation>
    </message>
    <message>
        <source>Tiles that the processor cuts a picture into at most</source>
        <translation>处理器最多将一张图片切成的切片数</translation>
    </message>
    <message>
        <source>%1 × %2: %3 frames, %4 tokens, %5 patches</source>
        <translation>%1 × %2：%3 帧，%4 个 token，%5 个图块</translation>
    </message>
    <message>
        <source>Videos</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>Videos of a row</source>
        <translation>每行的视频数</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧</translation>
    </message>
    <message>
        <source>Frames that are taken of a video</source>
        <translation>从一个视频中取的帧数</translation>
    </message>
    <message>
        <source>Width of a frame in pixels</source>
        <translation>帧宽（像素）</translation>
    </message>
    <message>
        <source>Height of a frame in pixels</source>
        <translation>帧高（像素）</translation>
    </message>
    <message>
        <source>Seconds of a video</source>
        <translation>视频秒数</translation>
    </message>
</context>
<context>
    <name>PlanEditor</name>
    <message>
        <source>Change %1</source>
        <translation>更改%1</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>选择%1</translation>
    </message>
    <message>
        <source>Compare precisions</source>
        <translation>比较精度</translation>
    </message>
</context>
<context>
    <name>PlanGroups</name>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>auto: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GGUF types are for inference only</source>
        <translation>GGUF 类型仅用于推理</translation>
    </message>
    <message>
        <source>1 token a step</source>
        <translation>每步 1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens a step</source>
        <translation>每步 %1 个 token</translation>
    </message>
    <message>
        <source>%1 × %2 = %3 tokens</source>
        <translation>%1 × %2 = %3 个 token</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>全量</translation>
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
        <translation>量化</translation>
    </message>
    <message>
        <source>double quantised</source>
        <translation>双重量化</translation>
    </message>
    <message>
        <source>prepare for k-bit training</source>
        <translation>为 k-bit 训练做准备</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Autocast</source>
        <translation>Autocast</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>累积</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Tokens a step × steps accumulated = tokens an update</source>
        <translation>每步 token 数 × 累积步数 = 每次更新的 token 数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Share of the card</source>
        <translation>显卡占比</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>同时请求数</translation>
    </message>
    <message>
        <source>A pass</source>
        <translation>单次前向</translation>
    </message>
    <message>
        <source>Tokens of one pass</source>
        <translation>单次前向的 token 数</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>No CUDA graphs</source>
        <translation>不用 CUDA 图</translation>
    </message>
    <message>
        <source>Flash</source>
        <translation>Flash</translation>
    </message>
    <message>
        <source>Flash attention</source>
        <translation>Flash attention</translation>
    </message>
    <message>
        <source>On host</source>
        <translation>放主机</translation>
    </message>
    <message>
        <source>Layers whose experts stay with the host</source>
        <translation>专家留在主机的层数</translation>
    </message>
    <message>
        <source>Inference</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>推理引擎</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>New tokens</source>
        <translation>新 token</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>KV cache dtype</source>
        <translation>KV 缓存 dtype</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>Capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>隐藏状态</translation>
    </message>
    <message>
        <source>attentions</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Hooks</source>
        <translation>钩子</translation>
    </message>
    <message>
        <source>Hook points</source>
        <translation>钩子位置</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Captured states are kept</source>
        <translation>捕获的状态保留在</translation>
    </message>
    <message>
        <source>on the card</source>
        <translation>显卡上</translation>
    </message>
    <message>
        <source>on the host</source>
        <translation>主机上</translation>
    </message>
</context>
<context>
    <name>QPlatformTheme</name>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>&amp;Yes</source>
        <translation>是(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;No</source>
        <translation>否(&amp;N)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>不保存</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
</context>
<context>
    <name>RankWords</name>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Host memory of the fullest node, while loading</source>
        <translation>负载最重节点的主机内存，加载时</translation>
    </message>
    <message>
        <source>Host memory of the fullest node, while training</source>
        <translation>负载最重节点的主机内存，训练时</translation>
    </message>
    <message>
        <source>Of it pinned: %1</source>
        <translation>其中锁页：%1</translation>
    </message>
    <message>
        <source>On rank 0&apos;s card while a checkpoint is written</source>
        <translation>写检查点时 rank 0 的显卡上</translation>
    </message>
    <message>
        <source>And %1 on its host</source>
        <translation>其主机上另有 %1</translation>
    </message>
    <message>
        <source>Sent by one rank in one step</source>
        <translation>一个 rank 每步的发送量</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Rank %1 of %2 sits there; the run is over all cards, and this one decides.</source>
        <translation>第 %1 号 rank（共 %2 个）在此卡上；运行分布在所有显卡上，由它决定。</translation>
    </message>
    <message>
        <source>Ranks %1 to %2 of %3 sit there; the run is over all cards, and these decide.</source>
        <translation>第 %1 到 %2 号 rank（共 %3 个）在此卡上；运行分布在所有显卡上，由它们决定。</translation>
    </message>
    <message>
        <source>Each of the %1 ranks holds as much.</source>
        <translation>%1 个 rank 各占同样多。</translation>
    </message>
    <message>
        <source>Fullest of %1 ranks: %2, %3 alike.</source>
        <translation>%1 个 rank 中最满的：%2，有 %3 个相同。</translation>
    </message>
    <message>
        <source>Fullest of %1 ranks: %2.</source>
        <translation>%1 个 rank 中最满的：%2。</translation>
    </message>
    <message>
        <source>%1 cards are named, the plan has %2 ranks.</source>
        <translation>指定了 %1 张显卡，而方案有 %2 个 rank。</translation>
    </message>
    <message>
        <source>One of the %1 cards is used: nothing is split over them.</source>
        <translation>%1 张显卡中只用一张：没有内容分布到多卡。</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>saving %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>sent a step %1</source>
        <translation>每步发送 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>A host needs %1; a rank sends %2 a step.</source>
        <translation>一台主机需要 %1；一个 rank 每步发送 %2。</translation>
    </message>
    <message>
        <source>A host needs %1.</source>
        <translation>一台主机需要 %1。</translation>
    </message>
    <message>
        <source>A rank sends %1 a step.</source>
        <translation>一个 rank 每步发送 %1。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>on the device, %1</source>
        <translation>设备上，%1</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>To cite.</source>
        <translation>可引用。</translation>
    </message>
    <message>
        <source>The engine&apos;s start</source>
        <translation>引擎启动</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>一步</translation>
    </message>
    <message>
        <source>allocated, %1</source>
        <translation>已分配，%1</translation>
    </message>
</context>
<context>
    <name>RunDialogWords</name>
    <message>
        <source>It lies above the interval.</source>
        <translation>高于区间。</translation>
    </message>
    <message>
        <source>It lies below the interval.</source>
        <translation>低于区间。</translation>
    </message>
    <message>
        <source>It lies within the interval.</source>
        <translation>在区间内。</translation>
    </message>
    <message>
        <source>It ran out of memory.</source>
        <translation>内存耗尽。</translation>
    </message>
    <message>
        <source>The process took %1 on the card; planned were %2 (%3 to %4).</source>
        <translation>进程在显卡上占用 %1；规划为 %2（%3 到 %4）。</translation>
    </message>
    <message>
        <source>PyTorch had %1 allocated at most; planned were %2 (%3 to %4).</source>
        <translation>PyTorch 最多分配 %1；规划为 %2（%3 到 %4）。</translation>
    </message>
    <message>
        <source>All processes of the card together took %1; the plan&apos;s alone takes %2.</source>
        <translation>显卡上所有进程共占用 %1；方案本身占用 %2。</translation>
    </message>
    <message>
        <source>It took %1; no plan stands beside it.</source>
        <translation>占用 %1；没有可对照的方案。</translation>
    </message>
    <message>
        <source>No phase is off by more than half a per cent and 2 MiB.</source>
        <translation>各阶段的偏差都不超过 0.5 % 和 2 MiB。</translation>
    </message>
</context>
<context>
    <name>SessionFile</name>
    <message>
        <source>There is no such file; it may have been moved or renamed.</source>
        <translation>没有此文件；可能已移动或改名。</translation>
    </message>
    <message>
        <source>This folder holds no config.json; choose the folder of one model, or a file.</source>
        <translation>此文件夹中没有 config.json；请选择单个模型的文件夹或文件。</translation>
    </message>
    <message>
        <source>The file has %1 MiB, sessions and configurations at most %2. Choose the model&apos;s config.json, or its .safetensors or .gguf file.</source>
        <translation>文件有 %1 MiB，会话和配置最多 %2。请选择模型的 config.json，或其 .safetensors 或 .gguf 文件。</translation>
    </message>
    <message>
        <source>It cannot be read: %1. Change who may read it, or copy it.</source>
        <translation>无法读取：%1。请更改读取权限，或复制一份。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
</context>
<context>
    <name>Sweep</name>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>可能放不下</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Fits %1.</source>
        <translation>%1 放得下。</translation>
    </message>
    <message>
        <source>Tight on %1.</source>
        <translation>%1 勉强。</translation>
    </message>
    <message>
        <source>Unlikely on %1.</source>
        <translation>%1 可能放不下。</translation>
    </message>
    <message>
        <source>Over %1 by %2.</source>
        <translation>超出 %1 达 %2。</translation>
    </message>
    <message>
        <source>Not known on %1.</source>
        <translation>%1 是否放得下未知。</translation>
    </message>
    <message>
        <source>%1: %2 (%3 to %4).</source>
        <translation>%1：%2（%3 到 %4）。</translation>
    </message>
    <message>
        <source>Memory over %1 and %2.</source>
        <translation>内存随 %1 和 %2 的变化。</translation>
    </message>
    <message>
        <source>Memory over %1.</source>
        <translation>内存随 %1 的变化。</translation>
    </message>
    <message>
        <source>Up to %1 fits %2.</source>
        <translation>%1 以内 %2 放得下。</translation>
    </message>
    <message>
        <source>On the device, %1</source>
        <translation>设备上，%1</translation>
    </message>
    <message>
        <source>Interval from</source>
        <translation>区间下限</translation>
    </message>
    <message>
        <source>Interval to</source>
        <translation>区间上限</translation>
    </message>
    <message>
        <source>%1 on the device</source>
        <translation>设备上 %1</translation>
    </message>
    <message>
        <source>fits up to %1</source>
        <translation>%1 以内放得下</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Micro batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>序列数</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>TimeWords</name>
    <message>
        <source>%1–%2 tokens/s a sequence</source>
        <translation>每个序列 %1–%2 token/秒</translation>
    </message>
    <message>
        <source>%1 tokens/s in all</source>
        <translation>合计 %1 token/秒</translation>
    </message>
    <message>
        <source>prompts at %1 tokens/s</source>
        <translation>提示词 %1 token/秒</translation>
    </message>
    <message>
        <source>%1 to %2 a step</source>
        <translation>每步 %1 至 %2</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 token/秒</translation>
    </message>
    <message>
        <source>$ %1 a million tokens</source>
        <translation>每百万 token $ %1</translation>
    </message>
    <message>
        <source>Cheapest known offer: %1, %2.</source>
        <translation>已知最低报价：%1，%2。</translation>
    </message>
    <message>
        <source>%1: %2, $ %3</source>
        <translation>%1：%2，$ %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 new tokens/s with their prompts</source>
        <translation>每秒 %1 个新 token（含提示词）</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>layer %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>No timeline.</source>
        <translation>没有时间线。</translation>
    </message>
    <message>
        <source>%1 up to %2</source>
        <translation>%1最高 %2</translation>
    </message>
    <message>
        <source>A real run had %1 at most.</source>
        <translation>一次实际运行最多为 %1。</translation>
    </message>
    <message>
        <source>Bytes allocated over the engine&apos;s start: %1. The peak is %2 at %3.</source>
        <translation>引擎启动过程中已分配的字节：%1。峰值为 %2，出现在%3。</translation>
    </message>
    <message>
        <source>Bytes allocated over one step: %1. The peak is %2 at %3.</source>
        <translation>一步之内已分配的字节：%1。峰值为 %2，出现在%3。</translation>
    </message>
    <message>
        <source>%1 allocated, the peak</source>
        <translation>已分配 %1，为峰值</translation>
    </message>
    <message>
        <source>held: %1</source>
        <translation>持有：%1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>stages of the engine&apos;s start, in order; not time</source>
        <translation>引擎启动的各阶段，按先后排列，非时间</translation>
    </message>
    <message>
        <source>operations of one step, in order; not time</source>
        <translation>一步内的操作，按先后排列，非时间</translation>
    </message>
    <message>
        <source>operations, in order; not time</source>
        <translation>操作，按先后排列，非时间</translation>
    </message>
    <message>
        <source>line: measured, %1 at most</source>
        <translation>线：实测，最多 %1</translation>
    </message>
    <message>
        <source>tower, %1</source>
        <translation>编码塔，%1</translation>
    </message>
    <message>
        <source>tower, layer %1, %2</source>
        <translation>编码塔，第 %1 层，%2</translation>
    </message>
    <message>
        <source>planned time of one step; within a phase, operations stand evenly</source>
        <translation>一步的计划时间；阶段内各操作均匀排列</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>With the engine beside it the card is fullest in %1: %2, of which the engine %3.</source>
        <translation>与引擎同卡时，显卡在「%1」最满：%2，其中引擎占 %3。</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>引擎</translation>
    </message>
</context>
<context>
    <name>UserPlaces</name>
    <message>
        <source>%1 read</source>
        <translation>已读取 %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1. %2; and %3 more</source>
        <translation>%1。%2；另有 %3 项</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Not there: the catalogue&apos;s own cards alone.</source>
        <translation>不存在：仅用目录自带的显卡。</translation>
    </message>
    <message>
        <source>Cloud prices</source>
        <translation>云价格</translation>
    </message>
    <message>
        <source>Not there: the catalogue&apos;s own prices alone.</source>
        <translation>不存在：仅用目录自带的价格。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>A change is kept here within a second, and comes back after a crash.</source>
        <translation>更改在一秒内保存于此，崩溃后可恢复。</translation>
    </message>
    <message>
        <source>Hugging Face</source>
        <translation>Hugging Face</translation>
    </message>
    <message>
        <source>Models in the cache: %1</source>
        <translation>缓存中的模型：%1</translation>
    </message>
    <message>
        <source>No cache on this machine.</source>
        <translation>本机没有缓存。</translation>
    </message>
</context>
<context>
    <name>VerdictText</name>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>可能放不下</translation>
    </message>
</context>
<context>
    <name>WayOut</name>
    <message>
        <source>with %1 new tokens</source>
        <translation>用 %1 个新 token</translation>
    </message>
    <message>
        <source>with a context of %1 tokens</source>
        <translation>用 %1 个 token 的上下文</translation>
    </message>
    <message>
        <source>take %1</source>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>take FP16</source>
        <translation>改用 FP16</translation>
    </message>
    <message>
        <source>evaluate one at a time</source>
        <translation>逐条评估</translation>
    </message>
    <message>
        <source>leave it out</source>
        <translation>去掉它</translation>
    </message>
    <message>
        <source>with weights that are not quantised</source>
        <translation>用未量化的权重</translation>
    </message>
</context>
<context>
    <name>Wording</name>
    <message>
        <source>Within the %1 by %2.</source>
        <translation>在 %1 之内，富余 %2。</translation>
    </message>
    <message>
        <source>Probably fits on the %1.</source>
        <translation>%1 很可能放得下。</translation>
    </message>
    <message>
        <source>Tight on the %1.</source>
        <translation>%1 勉强放得下。</translation>
    </message>
    <message>
        <source>Probably tight on the %1.</source>
        <translation>%1 很可能勉强放得下。</translation>
    </message>
    <message>
        <source>Starts on the %1: %2 of %3 requests at once.</source>
        <translation>%1 可启动：同时 %2 / %3 个请求。</translation>
    </message>
    <message>
        <source>Starts on the %1, partly on the host.</source>
        <translation>%1 可启动，部分在主机上。</translation>
    </message>
    <message>
        <source>Unlikely on the %1.</source>
        <translation>%1 可能放不下。</translation>
    </message>
    <message>
        <source>Probably does not fit on the %1.</source>
        <translation>%1 很可能放不下。</translation>
    </message>
    <message>
        <source>Does not start on the %1.</source>
        <translation>%1 无法启动。</translation>
    </message>
    <message>
        <source>Over the %1 by %2.</source>
        <translation>超出 %1 达 %2。</translation>
    </message>
    <message>
        <source>Does not fit on the %1.</source>
        <translation>%1 放不下。</translation>
    </message>
    <message>
        <source>Not known on the %1.</source>
        <translation>%1 是否放得下未知。</translation>
    </message>
    <message>
        <source>Not in the catalogue: %1.</source>
        <translation>不在目录中：%1。</translation>
    </message>
    <message>
        <source>No context is likely to fit, all else as it is.</source>
        <translation>其余不变时，任何上下文长度都可能放不下。</translation>
    </message>
    <message>
        <source>No sequence length is likely to fit, all else as it is.</source>
        <translation>其余不变时，任何序列长度都可能放不下。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Longest context: sure %1, likely %2; most at once: sure %3, likely %4.</source>
        <translation>最长上下文：确定 %1，很可能 %2；最多同时：确定 %3，很可能 %4。</translation>
    </message>
    <message>
        <source>Longest sequence: sure %1, likely %2; largest batch: sure %3, likely %4.</source>
        <translation>最长序列：确定 %1，很可能 %2；最大批次：确定 %3，很可能 %4。</translation>
    </message>
    <message>
        <source>Longest context that fits: %1 tokens.</source>
        <translation>放得下的最长上下文：%1 个 token。</translation>
    </message>
    <message>
        <source>Longest sequence that fits: %1 tokens.</source>
        <translation>放得下的最长序列：%1 个 token。</translation>
    </message>
    <message>
        <source>The model was made for %1 positions.</source>
        <translation>该模型按 %1 个位置设计。</translation>
    </message>
    <message>
        <source>Needs %1 on the device.</source>
        <translation>设备上需要 %1。</translation>
    </message>
    <message>
        <source>Add a card or a budget to see whether it fits. The peak is at %1.</source>
        <translation>添加显卡或预算，看是否放得下。峰值在%1。</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>%1 M</source>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>Full logits</source>
        <translation>完整 logits</translation>
    </message>
    <message>
        <source>Chunked</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Fused (Liger)</source>
        <translation>融合（Liger）</translation>
    </message>
    <message>
        <source>Fused CE kernel</source>
        <translation>融合 CE 内核</translation>
    </message>
    <message>
        <source>Cut cross-entropy</source>
        <translation>Cut cross-entropy</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>embeddings %1</source>
        <translation>嵌入 %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>得到：%1</translation>
    </message>
    <message>
        <source>Needed: %1</source>
        <translation>需要：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The model cannot be read.</source>
        <translation>无法读取模型。</translation>
    </message>
    <message>
        <source>%1 is not accepted.</source>
        <translation>不接受 %1。</translation>
    </message>
    <message>
        <source>Not known: the model cannot be read.</source>
        <translation>未知：无法读取模型。</translation>
    </message>
    <message>
        <source>The reason stands under the model.</source>
        <translation>原因见模型下方。</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;model&quot;&gt;Choose another&lt;/a&gt;.</source>
        <translation>&lt;a href=&quot;model&quot;&gt;另选一个&lt;/a&gt;。</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>未知。</translation>
    </message>
    <message>
        <source>Not known: %1 is not accepted.</source>
        <translation>未知：不接受 %1。</translation>
    </message>
    <message>
        <source>Not known: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>Lower bound %1.</source>
        <translation>下界 %1。</translation>
    </message>
    <message>
        <source>The training: %1</source>
        <translation>训练：%1</translation>
    </message>
    <message>
        <source>The server: %1</source>
        <translation>服务器：%1</translation>
    </message>
</context>
<context>
    <name>WriteOut</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>It was not written.</source>
        <translation>未写入。</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>an adapter of rank %1 on it trains more parameters than %2 bits count</source>
        <translation>在其上加秩为 %1 的适配器，可训练参数数超出 %2 位的计数范围</translation>
    </message>
    <message>
        <source>%1 wraps %2 and convolutions only</source>
        <translation>%1 只包装 %2 和卷积</translation>
    </message>
    <message>
        <source>of what %1 would copy only norms are planned</source>
        <translation>%1 会复制的内容中，只规划了归一化层</translation>
    </message>
    <message>
        <source>%1 refuses %2 and %3 of %4 models, whose kernels read the weight itself</source>
        <translation>%1 拒绝 %4 模型的 %2 和 %3，其内核直接读取权重</translation>
    </message>
    <message>
        <source>%1&apos;s parameter wrapper, which fused experts need, does not work with %2</source>
        <translation>融合专家需要 %1 的参数包装器，而它不支持 %2</translation>
    </message>
    <message>
        <source>%1&apos;s parameter wrapper, which fused experts need, does not work with dropout</source>
        <translation>融合专家需要 %1 的参数包装器，而它不支持 dropout</translation>
    </message>
    <message>
        <source>%1 wraps parameters of 2 or 3 dimensions only</source>
        <translation>%1 只包装 2 维或 3 维的参数</translation>
    </message>
    <message>
        <source>parameters of fused experts and of routers</source>
        <translation>融合专家和路由器的参数</translation>
    </message>
    <message>
        <source>%1 does not wrap a parameter of a module that %2 names already</source>
        <translation>模块已由 %2 指定时，%1 不再包装其参数</translation>
    </message>
    <message>
        <source>the step of %1&apos;s wrapper around this parameter is not simulated</source>
        <translation>%1 对此参数的包装器的这一步未模拟</translation>
    </message>
    <message>
        <source>names of modules of this model</source>
        <translation>此模型的模块名</translation>
    </message>
    <message>
        <source>no module matches</source>
        <translation>没有匹配的模块</translation>
    </message>
    <message>
        <source>no module named %1</source>
        <translation>没有名为 %1 的模块</translation>
    </message>
    <message>
        <source>a class that generates text</source>
        <translation>能生成文本的类</translation>
    </message>
    <message>
        <source>%1&apos;s causal-LM wrapper refuses this class</source>
        <translation>%1 的因果语言模型包装器拒绝此类</translation>
    </message>
    <message>
        <source>widths that the blocks divide</source>
        <translation>能被块整除的宽度</translation>
    </message>
    <message>
        <source>%1 refuses %2 otherwise</source>
        <translation>否则 %1 拒绝 %2</translation>
    </message>
    <message>
        <source>%1 refuses a module of %2 x %3</source>
        <translation>%1 拒绝 %2 x %3 的模块</translation>
    </message>
    <message>
        <source>a divisor of rank and widths</source>
        <translation>秩和宽度的公约数</translation>
    </message>
    <message>
        <source>one of both, the other 0</source>
        <translation>两者取其一，另一个为 0</translation>
    </message>
    <message>
        <source>%1 refuses more values than the matrix has</source>
        <translation>值的个数多于矩阵元素时 %1 会拒绝</translation>
    </message>
    <message>
        <source>widths that the groups divide</source>
        <translation>能被组整除的宽度</translation>
    </message>
    <message>
        <source>a lower rank</source>
        <translation>更低的秩</translation>
    </message>
    <message>
        <source>Longest sequence: sure %1, likely %2.</source>
        <translation>最长序列：确定 %1，很可能 %2。</translation>
    </message>
    <message>
        <source>Longest context: sure %1, likely %2.</source>
        <translation>最长上下文：确定 %1，很可能 %2。</translation>
    </message>
    <message>
        <source>Most at once: sure %1, likely %2.</source>
        <translation>最多同时：确定 %1，很可能 %2。</translation>
    </message>
    <message>
        <source>Largest batch: sure %1, likely %2.</source>
        <translation>最大批次：确定 %1，很可能 %2。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1: none — workspaces, kernels and context are those of compute capability %2</source>
        <translation>%1：无，工作空间、内核和上下文按计算能力 %2 计</translation>
    </message>
    <message>
        <source>%1: the plan is of %2 processes on as many cards; idle: %3</source>
        <translation>%1：方案有 %2 个进程，用同样多的显卡；闲置：%3</translation>
    </message>
    <message>
        <source>%1: one is used, as nothing in this plan is spread over cards; idle: %2</source>
        <translation>%1：只用一张，因为此方案中没有内容分布到多卡；闲置：%2</translation>
    </message>
    <message>
        <source>%1: one is used, as nothing in this plan is spread over cards (%3 does); idle: %2</source>
        <translation>%1：只用一张，因为此方案中没有内容分布到多卡（%3 可以）；闲置：%2</translation>
    </message>
    <message>
        <source>%1: card and host have one memory. A process may take %2 GiB of it (%3); %4 to %5 GiB were free at a start (%6). The file cache while it loads, the host&apos;s processes and the desktop come from the same bytes</source>
        <translation>%1：显卡和主机共用一份内存。进程可占用其中 %2 GiB（%3）；一次启动时空闲 %4 到 %5 GiB（%6）。加载时的文件缓存、主机上的进程和桌面也用这些字节</translation>
    </message>
    <message>
        <source>%1: what goes to the host stays in the same memory and saves nothing</source>
        <translation>%1：卸载到主机的内容仍在同一内存中，不会节省</translation>
    </message>
    <message>
        <source>%1: the plan is of %2 processes, each on a card of its own</source>
        <translation>%1：方案有 %2 个进程，各占一张显卡</translation>
    </message>
    <message>
        <source>at most %1 bytes on a line</source>
        <translation>每行最多 %1 字节</translation>
    </message>
    <message>
        <source>is too long</source>
        <translation>太长</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1: no effect here, %2</source>
        <translation>%1：此处无影响，%2</translation>
    </message>
    <message>
        <source>Not here: %1.</source>
        <translation>此处不可用：%1。</translation>
    </message>
    <message>
        <source>%1 GiB on the card then</source>
        <translation>此时显卡上为 %1 GiB</translation>
    </message>
    <message>
        <source>GiB on the device; fits: %1.</source>
        <translation>GiB（设备上）；放得下：%1。</translation>
    </message>
    <message>
        <source>%1 is not in the catalogue: the plan&apos;s kernels and context are those of compute capability %2</source>
        <translation>%1 不在目录中：方案的内核和上下文按计算能力 %2 计</translation>
    </message>
    <message>
        <source>figures alone were read, and no plan: that takes the command that started the engine, or its log from the first line on</source>
        <translation>只读到数字，没有读到方案：需要启动引擎的命令，或从第一行开始的日志</translation>
    </message>
    <message>
        <source>The host ran out, not the card: %1 of its memory were asked for.</source>
        <translation>耗尽的是主机而不是显卡：请求了 %1 主机内存。</translation>
    </message>
    <message>
        <source>One request of the whole length takes a cache of %1, and %2 are left for it.</source>
        <translation>一个完整长度的请求需要 %1 缓存，而留给它的只有 %2。</translation>
    </message>
    <message>
        <source>Others on the card held %1: without them the plan has room on it.</source>
        <translation>显卡上的其他进程占用了 %1：没有它们，方案就放得下。</translation>
    </message>
    <message>
        <source>PyTorch held %1 between its tensors, in blocks that were too small for %2.</source>
        <translation>PyTorch 在张量之间占着 %1，这些块太小，放不下 %2。</translation>
    </message>
    <message>
        <source>Loading alone takes %1 in the plan too, and the card has %2.</source>
        <translation>方案中仅加载就需要 %1，而显卡只有 %2。</translation>
    </message>
    <message>
        <source>The plan too needs more than the card&apos;s %1.</source>
        <translation>方案所需也超过显卡的 %1。</translation>
    </message>
    <message>
        <source>The message has no figures to hold against the plan.</source>
        <translation>报错信息中没有可与方案对照的数字。</translation>
    </message>
    <message>
        <source>That is more than the plan needs, at most %1: what ran is not what is planned, such as its length, its batch or its releases.</source>
        <translation>这超过了方案所需的最大值 %1：实际运行与方案不符，例如长度、批次或版本。</translation>
    </message>
    <message>
        <source>The plan foresaw as much, and the process was allowed %1 of the card.</source>
        <translation>方案预计就需要这么多，而进程只被允许使用显卡的 %1。</translation>
    </message>
    <message>
        <source>The plan foresaw as much, and the card had no more room.</source>
        <translation>方案预计就需要这么多，而显卡已没有空间。</translation>
    </message>
    <message>
        <source>Planned: %1. There stood %2, and %3 more were asked for.</source>
        <translation>方案：%1。当时已有 %2，又请求 %3。</translation>
    </message>
    <message>
        <source>Planned: %1. There stood %2.</source>
        <translation>方案：%1。当时已有 %2。</translation>
    </message>
    <message>
        <source>Planned: %1. Asked for were %2.</source>
        <translation>方案：%1。请求了 %2。</translation>
    </message>
    <message>
        <source>Planned: %1. The message does not say what stood there.</source>
        <translation>方案：%1。报错信息没有说明当时已有多少。</translation>
    </message>
    <message>
        <source>PyTorch&apos;s memory snapshot</source>
        <translation>PyTorch 的内存快照</translation>
    </message>
    <message>
        <source>Script that measures</source>
        <translation>测量脚本</translation>
    </message>
    <message>
        <source>kept: %1 of %2 on %3 in %4</source>
        <translation>已保存：%2 在 %3 上的 %1 次运行，位于 %4</translation>
    </message>
    <message>
        <source> (%1 of %2 GiB usable; %3)</source>
        <translation> （需 %1，可用 %2 GiB；%3）</translation>
    </message>
    <message>
        <source>; no matrix of the model has a higher rank than %1, its hidden size</source>
        <translation>；模型中没有矩阵的秩超过其隐藏维度 %1</translation>
    </message>
    <message>
        <source>; %1: the plan does not run there</source>
        <translation>；%1：方案无法在其上运行</translation>
    </message>
    <message>
        <source>none. %1</source>
        <translation>无。%1</translation>
    </message>
    <message>
        <source>%1 = micro_batch %2 × gradient_accumulation %3 × %4 card</source>
        <translation>%1 = micro_batch %2 × gradient_accumulation %3 × %4 张卡</translation>
    </message>
    <message>
        <source>%1 = micro_batch %2 × gradient_accumulation %3 × %4 cards</source>
        <translation>%1 = micro_batch %2 × gradient_accumulation %3 × %4 张卡</translation>
    </message>
    <message>
        <source>%1 an hour: %2</source>
        <translation>每小时 %1：%2</translation>
    </message>
    <message>
        <source>%1 an hour, the lowest price known (%2): %3</source>
        <translation>每小时 %1，已知最低价（%2）：%3</translation>
    </message>
    <message>
        <source>%1 × %2: none of %3 ways fits with a global batch of %4.</source>
        <translation>%1 × %2：全局批次为 %4 时，%3 种方式都放不下。</translation>
    </message>
    <message>
        <source>only a training is spread</source>
        <translation>只有训练会分布到多卡</translation>
    </message>
    <message>
        <source>the cards that there are</source>
        <translation>现有的显卡</translation>
    </message>
    <message>
        <source>cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>needs</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>why here</source>
        <translation>为何在此</translation>
    </message>
    <message>
        <source>does not fit: %1 GiB short</source>
        <translation>放不下：差 %1 GiB</translation>
    </message>
    <message>
        <source>Ruled out: %1</source>
        <translation>已排除：%1</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个点</translation>
    </message>
    <message>
        <source>%1 to %2 points</source>
        <translation>%1 到 %2 个点</translation>
    </message>
    <message>
        <source>%1 has no paged optimizers on %2</source>
        <translation>%1 在 %2 上没有分页优化器</translation>
    </message>
    <message>
        <source>%1 has no optimizers in 8 bits on %2</source>
        <translation>%1 在 %2 上没有 8 位优化器</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2</source>
        <translation>%1 需要计算能力 %2</translation>
    </message>
    <message>
        <source>%1 has no kernels for %2</source>
        <translation>%1 没有用于 %2 的内核</translation>
    </message>
    <message>
        <source>an object with %1 and %2</source>
        <translation>含 %1 和 %2 的对象</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a list of cards</source>
        <translation>显卡列表</translation>
    </message>
    <message>
        <source>an object of texts</source>
        <translation>值为文本的对象</translation>
    </message>
    <message>
        <source>%1 is left out</source>
        <translation>%1 被略去</translation>
    </message>
    <message>
        <source>a name that no card before has</source>
        <translation>前面的显卡未用过的名称</translation>
    </message>
    <message>
        <source>stands twice, the first is kept</source>
        <translation>出现两次，保留第一个</translation>
    </message>
    <message>
        <source>the card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>stands twice, the last is read</source>
        <translation>出现两次，以最后一个为准</translation>
    </message>
    <message>
        <source>is a link to a file that is not there</source>
        <translation>是指向不存在文件的链接</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>不是文件</translation>
    </message>
    <message>
        <source>is larger than %1, which no catalogue is</source>
        <translation>大于 %1，目录不会这么大</translation>
    </message>
    <message>
        <source>cannot be opened; check its permissions</source>
        <translation>无法打开；请检查其权限</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>为空</translation>
    </message>
    <message>
        <source>%1 or %2 with %3 from %4 to %5</source>
        <translation>%1 或 %2，其中 %3 从 %4 到 %5</translation>
    </message>
    <message>
        <source>%1; less 800 MiB, what an idle Windows 11 takes (702 to 797 measured)</source>
        <translation>%1；减去 800 MiB，即空闲 Windows 11 的占用（实测 702 到 797）</translation>
    </message>
    <message>
        <source>%1; less 600 MiB, what an idle KDE takes (596 measured; GNOME 214)</source>
        <translation>%1；减去 600 MiB，即空闲 KDE 的占用（实测 596；GNOME 214）</translation>
    </message>
    <message>
        <source>size as sold × 0.884, the least share that a measured Jetson gave to CUDA</source>
        <translation>标称容量 × 0.884，即实测 Jetson 提供给 CUDA 的最小比例</translation>
    </message>
    <message>
        <source>the driver&apos;s total − driver reservation of 46 MiB + 3.7 MiB per GiB</source>
        <translation>驱动报告的总量 − 驱动保留量（46 MiB + 每 GiB 3.7 MiB）</translation>
    </message>
    <message>
        <source>the driver&apos;s total − driver reservation of 410 MiB + 2 MiB per GiB</source>
        <translation>驱动报告的总量 − 驱动保留量（410 MiB + 每 GiB 2 MiB）</translation>
    </message>
    <message>
        <source>the size as sold − driver reservation of 46 MiB + 3.7 MiB per GiB</source>
        <translation>标称容量 − 驱动保留量（46 MiB + 每 GiB 3.7 MiB）</translation>
    </message>
    <message>
        <source>the size as sold − driver reservation of 410 MiB + 2 MiB per GiB</source>
        <translation>标称容量 − 驱动保留量（410 MiB + 每 GiB 2 MiB）</translation>
    </message>
    <message>
        <source>the driver&apos;s total − 1 MiB, as every measured card shows on Windows</source>
        <translation>驱动报告的总量 − 1 MiB，Windows 上所有实测显卡皆如此</translation>
    </message>
    <message>
        <source>size as sold − 20 MiB, as HIP shows on measured cards</source>
        <translation>标称容量 − 20 MiB，与 HIP 在实测显卡上所示一致</translation>
    </message>
    <message>
        <source>size as sold; what a process can use was not measured</source>
        <translation>标称容量；进程可用多少未经测量</translation>
    </message>
    <message>
        <source>assumed, as nobody read it on such a machine: the shares of the size as sold on others, 5,555 of 8,192 MiB free on a Jetson (%1) to 121.69 of 128 GiB that a DGX Spark has</source>
        <translation>假设值，因为没有人在这种机器上读取过：取自其他机器占标称容量的比例，从一台 Jetson 上空闲的 5,555/8,192 MiB（%1）到 DGX Spark 可见的 121.69/128 GiB</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken with %2; it is sold with less memory, too: %3</source>
        <translation>GPU “%1”：按 %2 计；也有显存更小的版本：%3</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken as %2 (%3), the standard card of %4 that share the name; another is %5 (%6)</source>
        <translation>GPU “%1”：按 %2（%3）计，即 %4 款同名显卡中的标准款；另一款为 %5（%6）</translation>
    </message>
    <message>
        <source>GPU &quot;%1&quot;: taken as %2 (%3), the smallest memory of %4 that share the name; another is %5 (%6)</source>
        <translation>GPU “%1”：按 %2（%3）计，即 %4 款同名显卡中显存最小的；另一款为 %5（%6）</translation>
    </message>
    <message>
        <source>a name of the catalogue (%1) or %2</source>
        <translation>目录中的名称（%1）或 %2</translation>
    </message>
    <message>
        <source>a name of the catalogue; nearest: %1</source>
        <translation>目录中的名称；最接近：%1</translation>
    </message>
    <message>
        <source>a size above 0, at most %1, such as %2 or %3 (%4)</source>
        <translation>大于 0、不超过 %1 的容量，例如 %2 或 %3（%4）</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>a text or a list of texts</source>
        <translation>文本或文本列表</translation>
    </message>
    <message>
        <source>unknown field, ignored</source>
        <translation>未知字段，已忽略</translation>
    </message>
    <message>
        <source>a text such as %1</source>
        <translation>文本，例如 %1</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 的整数</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>an object with at least %1</source>
        <translation>至少含 %1 的对象</translation>
    </message>
    <message>
        <source>an object of %1</source>
        <translation>含 %1 的对象</translation>
    </message>
    <message>
        <source>an object per card</source>
        <translation>每张显卡一个对象</translation>
    </message>
    <message>
        <source>a name that is not blank and does not end in %1</source>
        <translation>不为空白且不以 %1 结尾的名称</translation>
    </message>
    <message>
        <source>a year</source>
        <translation>年份</translation>
    </message>
    <message>
        <source>%1 and its host have one memory</source>
        <translation>%1 与其主机共用一份内存</translation>
    </message>
    <message>
        <source>%1: the plan does not run there</source>
        <translation>%1：方案无法在其上运行</translation>
    </message>
    <message>
        <source>%1 is no CUDA card: the figures are those of CUDA kernels, its own workspaces and context differ</source>
        <translation>%1 不是 CUDA 显卡：数字按 CUDA 内核计，其自身的工作空间和上下文有所不同</translation>
    </message>
    <message>
        <source>BF16 is not computed in hardware on %1</source>
        <translation>%1 没有 BF16 硬件计算</translation>
    </message>
    <message>
        <source>%1 is %2 on %3 (compute capability %4)</source>
        <translation>%1 在 %3 上为 %2（计算能力 %4）</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: it is emulated there and slow, FP16 takes the same memory</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：在其上靠模拟运行，很慢；FP16 占用相同的内存</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: take FP32, which takes twice the memory</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：请用 FP32，占用两倍内存</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: it is emulated there and slow</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：在其上靠模拟运行，很慢</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: weights stay in 8 bits but are computed in 16</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：权重保持 8 位，但以 16 位计算</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: weights stay in 4 bits but are computed in 16</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：权重保持 4 位，但以 16 位计算</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, %3 has %4: take %5</source>
        <translation>%1 需要计算能力 %2，而 %3 为 %4：请用 %5</translation>
    </message>
    <message>
        <source>%1 is made for compute capability %2; %3 has %4 and runs its kernels for %5, where they were built</source>
        <translation>%1 针对计算能力 %2；%3 为 %4，在编译了 %5 内核的情况下运行这些内核</translation>
    </message>
    <message>
        <source>%1 has kernels for compute capability %2 and %3, %4 has %5: the plan does not run there, take %6</source>
        <translation>%1 有计算能力 %2 和 %3 的内核，而 %4 为 %5：方案无法在其上运行，请用 %6</translation>
    </message>
    <message>
        <source>time: the peaks of %1 are those of its class, from no source</source>
        <translation>时间：%1 的峰值算力取自同类显卡，没有来源</translation>
    </message>
    <message>
        <source>after embedding</source>
        <translation>嵌入之后</translation>
    </message>
    <message>
        <source>after the layers</source>
        <translation>各层之后</translation>
    </message>
    <message>
        <source>after the encoder</source>
        <translation>编码器之后</translation>
    </message>
    <message>
        <source>after the tower</source>
        <translation>编码塔之后</translation>
    </message>
    <message>
        <source>after the last token</source>
        <translation>最后一个 token 之后</translation>
    </message>
    <message>
        <source>it was not read with the model</source>
        <translation>未随模型读取</translation>
    </message>
    <message>
        <source>assisted generation takes one sequence (%1)</source>
        <translation>辅助生成只接受一个序列（%1）</translation>
    </message>
    <message>
        <source>assisted generation takes no other cache (%1)</source>
        <translation>辅助生成不接受其他缓存（%1）</translation>
    </message>
    <message>
        <source>both are to be decoders whose step is simulated, with a cache</source>
        <translation>两者都须是带缓存、其步骤可模拟的解码器</translation>
    </message>
    <message>
        <source>models of other vocabularies (%1 and %2) take other lines, which are not simulated</source>
        <translation>词表不同的模型（%1 和 %2）走另外的代码，未模拟</translation>
    </message>
    <message>
        <source>TransformerLens&apos; names, %1 for any text, layers %2 to %3: %4</source>
        <translation>TransformerLens 的名称，%1 表示任意文本，层 %2 到 %3：%4</translation>
    </message>
    <message>
        <source>no hook has this name; the nearest is %1</source>
        <translation>没有此名称的钩子；最接近的是 %1</translation>
    </message>
    <message>
        <source>no hook has this name; the nearest are %1 and %2</source>
        <translation>没有此名称的钩子；最接近的是 %1 和 %2</translation>
    </message>
    <message>
        <source>%1 takes models of which every layer has full attention (%2)</source>
        <translation>%1 只接受每层都是完整注意力的模型（%2）</translation>
    </message>
    <message>
        <source>the keys of a prompt of %1 tokens are not made of groups of %2 values</source>
        <translation>%1 个 token 的提示，其键不能按每组 %2 个值分组</translation>
    </message>
    <message>
        <source>this cache is not simulated for this model</source>
        <translation>此缓存对该模型未模拟</translation>
    </message>
    <message>
        <source>hooks are named as TransformerLens names those of a decoder</source>
        <translation>钩子按 TransformerLens 对解码器的命名</translation>
    </message>
    <message>
        <source>each chunk reads the keys of those before it, and this model keeps none</source>
        <translation>每一块都要读取前面各块的键，而该模型不保留键</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given and the configuration names no length (%3)</source>
        <translation>未给出 %2 且配置没有指明长度时 %1 所取的值（%3）</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given: the configuration&apos;s %3 (%4)</source>
        <translation>未给出 %2 时 %1 所取的值：配置的 %3（%4）</translation>
    </message>
    <message>
        <source>what %1 takes where %2 is not given: the configuration&apos;s %3 × %4, the factor of its rotary embedding (%5; %6)</source>
        <translation>未给出 %2 时 %1 所取的值：配置的 %3 × %4，即其旋转位置编码的系数（%5；%6）</translation>
    </message>
    <message>
        <source>the layer with which %1 drafts is not known of model type %2: its weights, its cache and its buffers are missing</source>
        <translation>模型类型 %2 中 %1 用于生成草稿的层未知：缺少其权重、缓存和缓冲区</translation>
    </message>
    <message>
        <source>the file of the model that drafts is taken in the types of the model&apos;s own (%1)</source>
        <translation>草稿模型的文件按主模型的类型计（%1）</translation>
    </message>
    <message>
        <source>the model that drafts is not known: its weights, a cache of the same context and its buffers are missing; %1 names it</source>
        <translation>草稿模型未知：缺少其权重、相同上下文的缓存和缓冲区；由 %1 指定</translation>
    </message>
    <message>
        <source>a head of %1 is not simulated: about %2 GiB of weights and cache, and its buffers, are missing</source>
        <translation>%1 的草稿头未模拟：缺少约 %2 GiB 的权重和缓存，以及其缓冲区</translation>
    </message>
    <message>
        <source>the projector of pictures is not in these figures: the configuration names no tower, and its file may take %1 to %2 GiB with its buffers</source>
        <translation>数字中不含图像投影器：配置没有指明编码塔，其文件连同缓冲区可能占 %1 到 %2 GiB</translation>
    </message>
    <message>
        <source>several cards are %1 here: layers are split among them</source>
        <translation>此处多张显卡对应 %1：各层在它们之间划分</translation>
    </message>
    <message>
        <source>the host keeps prompts&apos; caches in it; no card does</source>
        <translation>主机用它存放提示的缓存；显卡不存放</translation>
    </message>
    <message>
        <source>the configuration names no tower for pictures</source>
        <translation>配置没有指明图像编码塔</translation>
    </message>
    <message>
        <source>every layer is on the cards either way</source>
        <translation>无论如何每层都在显卡上</translation>
    </message>
    <message>
        <source>%1 loads each adapter&apos;s file as it is and has no places for them</source>
        <translation>%1 按原样加载每个适配器文件，没有为它们预留位置</translation>
    </message>
    <message>
        <source>%1 loads GGUF files</source>
        <translation>%1 加载 GGUF 文件</translation>
    </message>
    <message>
        <source>%1 says which kernels run</source>
        <translation>由 %1 决定运行哪些内核</translation>
    </message>
    <message>
        <source>%1 runs compiled code</source>
        <translation>%1 运行编译好的代码</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (common/arg.cpp, kv_cache_types)</source>
        <translation>%1 没有此类型的缓存（common/arg.cpp，kv_cache_types）</translation>
    </message>
    <message>
        <source>none, or a GGUF type</source>
        <translation>无，或某个 GGUF 类型</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>the caches are made</source>
        <translation>缓存已建立</translation>
    </message>
    <message>
        <source>the graph&apos;s buffer is made</source>
        <translation>计算图的缓冲区已建立</translation>
    </message>
    <message>
        <source>it serves</source>
        <translation>正在服务</translation>
    </message>
    <message>
        <source>no context is given: %1 begins with %2 tokens and comes up with %3 here, so that %4 MiB of each card stay free (%5)</source>
        <translation>未给出上下文：%1 从 %2 个 token 开始，在此以 %3 个启动，使每张显卡保持 %4 MiB 空闲（%5）</translation>
    </message>
    <message>
        <source>%1 puts %2 of %3 layers on the cards, as many as fit: the others run on the host, which is many times slower</source>
        <translation>%1 把 %3 层中的 %2 层放在显卡上，以放得下为限：其余在主机上运行，慢很多倍</translation>
    </message>
    <message>
        <source>%1 leaves the experts of %2 of %3 layers with the host, so that the rest fits: they run there, which is several times slower</source>
        <translation>%1 把 %3 层中 %2 层的专家留在主机上，使其余部分放得下：它们在主机上运行，慢好几倍</translation>
    </message>
    <message>
        <source>%1 takes %2 cells for all slots where nobody gives %3 (%4)</source>
        <translation>没有人给出 %3 时，%1 为所有槽位共取 %2 个单元（%4）</translation>
    </message>
    <message>
        <source>%1 takes the model&apos;s own %2 tokens for all slots where nobody gives %3, and %4 lowers nothing (%5)</source>
        <translation>没有人给出 %3 时，%1 为所有槽位取模型自身的 %2 个 token，%4 不会降低它（%5）</translation>
    </message>
    <message>
        <source>%1 takes the model&apos;s own %2 tokens whole where %3 is 0 (%4)</source>
        <translation>%3 为 0 时，%1 取模型自身的全部 %2 个 token（%4）</translation>
    </message>
    <message>
        <source>%1 begins with the model&apos;s own %2 tokens where nobody gives %3, and lowers them until they fit (%4)</source>
        <translation>没有人给出 %3 时，%1 从模型自身的 %2 个 token 开始，逐步降低到放得下（%4）</translation>
    </message>
    <message>
        <source>%1 takes %2 tokens where it finds less than 23 GiB on its cards; no card is named</source>
        <translation>显卡上不足 23 GiB 时 %1 取 %2 个 token；未指定显卡</translation>
    </message>
    <message>
        <source>%1 goes by the memory of all cards, %2 GiB here: %3 tokens from 47 GiB on, %4 from 23 on, else %5, and never more than the model&apos;s own (%6)</source>
        <translation>%1 按所有显卡的总显存决定，此处为 %2 GiB：47 GiB 起 %3 个 token，23 GiB 起 %4 个，否则 %5 个，且不超过模型自身的上限（%6）</translation>
    </message>
    <message>
        <source>%1 runs one request at a time of a model of type %2, whatever %3 says</source>
        <translation>对 %2 类型的模型，无论 %3 如何设置，%1 一次只运行一个请求</translation>
    </message>
    <message>
        <source>%1 takes at most the %2 tokens that the model was trained for, not %3</source>
        <translation>%1 最多取模型训练时的 %2 个 token，而不是 %3</translation>
    </message>
    <message>
        <source>%1 GiB of the weights of a rank stand in the host&apos;s pinned memory, and every pass reads them from there (%2)</source>
        <translation>每个 rank 有 %1 GiB 权重放在主机的锁页内存中，每次前向都从那里读取（%2）</translation>
    </message>
    <message>
        <source>the layer that predicts tokens, of a model in which none attends</source>
        <translation>预测 token 的层，其所属模型没有注意力层</translation>
    </message>
    <message>
        <source>the model&apos;s configuration names no layer that predicts tokens; about %1 GiB of weights, those of one more layer, stand in its place</source>
        <translation>模型配置没有指明预测 token 的层；以约 %1 GiB 权重（相当于再加一层）代替</translation>
    </message>
    <message>
        <source>the head that drafts (%1) is not named or was not found; about %2 GiB of weights, those of one more layer, stand in its place</source>
        <translation>草稿头（%1）未指定或未找到；以约 %2 GiB 权重（相当于再加一层）代替</translation>
    </message>
    <message>
        <source>the model that drafts (%1), which is not named or was not found: its weights and its part of the cache</source>
        <translation>草稿模型（%1，未指定或未找到）的权重和它那部分缓存</translation>
    </message>
    <message>
        <source>the weights of %1, which are packed</source>
        <translation>%1 的权重（已压缩）</translation>
    </message>
    <message>
        <source>%1 has no places for adapters</source>
        <translation>%1 没有适配器的位置</translation>
    </message>
    <message>
        <source>of plain weights %1 makes %2 while it loads them and takes checkpoints in the other types; its bitsandbytes and GGUF loaders are not simulated</source>
        <translation>%1 加载普通权重时将其变为 %2，并接受其他类型的检查点；其 bitsandbytes 和 GGUF 加载器未模拟</translation>
    </message>
    <message>
        <source>%1&apos;s graphs are %2</source>
        <translation>%1 的 CUDA 图由 %2 决定</translation>
    </message>
    <message>
        <source>%1 has no cache of this type, or none that is simulated (mem_cache/kv_cache_dtype.py)</source>
        <translation>%1 没有此类型的缓存，或其未模拟（mem_cache/kv_cache_dtype.py）</translation>
    </message>
    <message>
        <source>SGLang&apos;s packed caches are simulated for plain attention</source>
        <translation>SGLang 的压缩缓存只对普通注意力作了模拟</translation>
    </message>
    <message>
        <source>SGLang&apos;s caches in %1 need a card of compute capability %2</source>
        <translation>SGLang 的 %1 缓存需要计算能力 %2 的显卡</translation>
    </message>
    <message>
        <source>SGLang&apos;s start is known of causal decoders</source>
        <translation>SGLang 的启动过程仅对因果解码器已知</translation>
    </message>
    <message>
        <source>SGLang&apos;s pools for this model are not known</source>
        <translation>SGLang 对此模型的内存池未知</translation>
    </message>
    <message>
        <source>SGLang&apos;s bitsandbytes loader is not simulated</source>
        <translation>SGLang 的 bitsandbytes 加载器未模拟</translation>
    </message>
    <message>
        <source>SGLang&apos;s %1 has to divide its %2</source>
        <translation>SGLang 的 %1 必须整除其 %2</translation>
    </message>
    <message>
        <source>CUDA runs out of memory while SGLang loads the weights: %1 GiB are free before. Use more cards (%2), or weights in fewer bits (%3).</source>
        <translation>SGLang 加载权重时 CUDA 内存不足：此前空闲 %1 GiB。请用更多显卡（%2），或位数更少的权重（%3）。</translation>
    </message>
    <message>
        <source>states of recurrent layers that %1 keeps for each drafted token (%2)</source>
        <translation>%1 为每个草稿 token 保留的循环层状态（%2）</translation>
    </message>
    <message>
        <source>copies of a layer&apos;s weights that each pass makes on the card (%1)</source>
        <translation>每次前向在显卡上产生的一层权重副本（%1）</translation>
    </message>
    <message>
        <source>%1 has the back-ends %2 and %3</source>
        <translation>%1 有后端 %2 和 %3</translation>
    </message>
    <message>
        <source>transformers&apos; caches hold keys and values in the dtype that attention computes in; fewer bits are another kind of cache (%1)</source>
        <translation>transformers 的缓存按注意力计算的 dtype 保存键和值；位数更少的属于另一种缓存（%1）</translation>
    </message>
    <message>
        <source>it is a share that engines like %1 and %2 claim; %3 takes what it needs</source>
        <translation>它是 %1 和 %2 一类引擎占用的比例；%3 用多少占多少</translation>
    </message>
    <message>
        <source>%1 takes %2 and %3</source>
        <translation>%1 接受 %2 和 %3</translation>
    </message>
    <message>
        <source>%1 generates nothing</source>
        <translation>%1 不生成文本</translation>
    </message>
    <message>
        <source>only %1 asks for them</source>
        <translation>只有 %1 用到它们</translation>
    </message>
    <message>
        <source>what each card holds of a model that %1 splits is not simulated</source>
        <translation>%1 划分的模型在每张显卡上各占多少，未模拟</translation>
    </message>
    <message>
        <source>the cache is made for all of %1</source>
        <translation>缓存按全部 %1 建立</translation>
    </message>
    <message>
        <source>%1 takes what it needs, and its cache whole</source>
        <translation>%1 用多少占多少，缓存则整块占用</translation>
    </message>
    <message>
        <source>%1 computes in halves</source>
        <translation>%1 以半精度计算</translation>
    </message>
    <message>
        <source>%1 reads EXL3 (%2), EXL2 and GPTQ, and halves</source>
        <translation>%1 读取 EXL3（%2）、EXL2 和 GPTQ，以及半精度</translation>
    </message>
    <message>
        <source>%1&apos;s cache holds halves, or integers of 2 to 8 bits</source>
        <translation>%1 的缓存为半精度，或 2 到 8 位整数</translation>
    </message>
    <message>
        <source>%1&apos;s graphs take next to nothing</source>
        <translation>%1 的 CUDA 图几乎不占内存</translation>
    </message>
    <message>
        <source>%1&apos;s pages have 256 tokens</source>
        <translation>%1 的页为 256 个 token</translation>
    </message>
    <message>
        <source>%1&apos;s kernels are CUDA&apos;s.</source>
        <translation>%1 的内核只用于 CUDA。</translation>
    </message>
    <message>
        <source>%1 reads checkpoints in EXL3, EXL2 and GPTQ, and unpacked ones: convert this model&apos;s own weights.</source>
        <translation>%1 读取 EXL3、EXL2 和 GPTQ 检查点，以及未压缩的：请转换此模型自身的权重。</translation>
    </message>
    <message>
        <source>Rough are the pass of a chunk and its kernels&apos; buffers; bits are spread over matrices alike, where the converter gives some more and others fewer.</source>
        <translation>粗略之处是一块的前向及其内核的缓冲区；位数平均分摊到各矩阵，而转换器会有多有少。</translation>
    </message>
    <message>
        <source>%1 does not know %2 and reads it as LLaMA&apos;s.</source>
        <translation>%1 不认识 %2，按 LLaMA 的方式读取。</translation>
    </message>
    <message>
        <source>%1 turns %2 into halves while it loads them.</source>
        <translation>%1 加载 %2 时将其转为半精度。</translation>
    </message>
    <message>
        <source>%1: %2 GiB are asked for, and %3 are free but for %4 that it leaves. Lower %5, pack the cache (%6), or take weights in fewer bits.</source>
        <translation>%1：请求 %2 GiB，而空闲 %3，其中 %4 须留出。请降低 %5、压缩缓存（%6），或用位数更少的权重。</translation>
    </message>
    <message>
        <source>%1&apos;s own where %2 is not given (%3)</source>
        <translation>未给出 %2 时 %1 自身的值（%3）</translation>
    </message>
    <message>
        <source>the cache grows with each of %1</source>
        <translation>缓存随每个 %1 增长</translation>
    </message>
    <message>
        <source>%1 takes what it needs of the machine&apos;s memory</source>
        <translation>%1 从本机内存中用多少占多少</translation>
    </message>
    <message>
        <source>%1 over several machines is not simulated</source>
        <translation>%1 跨多台机器的运行未模拟</translation>
    </message>
    <message>
        <source>of plain weights %1 makes integers in groups of 64 (%2), and reads AWQ, GPTQ, MXFP4 and NVFP4; it reads no GGUF but through its own converter</source>
        <translation>%1 把普通权重变为每 64 个一组的整数（%2），并读取 AWQ、GPTQ、MXFP4 和 NVFP4；GGUF 只能经其自带转换器读取</translation>
    </message>
    <message>
        <source>%1 compiles its own functions</source>
        <translation>%1 编译自己的函数</translation>
    </message>
    <message>
        <source>%1&apos;s cache has the weights&apos; dtype, or integers in groups of 64</source>
        <translation>%1 的缓存用权重的 dtype，或每 64 个一组的整数</translation>
    </message>
    <message>
        <source>%1&apos;s caches grow in steps of 256 tokens</source>
        <translation>%1 的缓存以 256 个 token 为单位增长</translation>
    </message>
    <message>
        <source>%1 packs the cache of one sequence at a time (%2)</source>
        <translation>%1 一次只压缩一个序列的缓存（%2）</translation>
    </message>
    <message>
        <source>%1 cannot pack the rotating caches of layers with a window (models/cache.py)</source>
        <translation>%1 无法压缩带窗口的层的循环缓存（models/cache.py）</translation>
    </message>
    <message>
        <source>%1 has back-ends for Apple&apos;s chips (Metal) and for CUDA.</source>
        <translation>%1 有 Apple 芯片（Metal）和 CUDA 的后端。</translation>
    </message>
    <message>
        <source>%1 reads its own packed weights, and those of AWQ, GPTQ, MXFP4 and NVFP4: convert this model&apos;s plain ones (%2).</source>
        <translation>%1 读取自己的压缩权重，以及 AWQ、GPTQ、MXFP4 和 NVFP4 的：请转换此模型的普通权重（%2）。</translation>
    </message>
    <message>
        <source>Rough are the pass of a prompt&apos;s chunk, which MLX makes lazily, and what stands twice while a cache grows.</source>
        <translation>粗略之处是提示一块的前向（MLX 惰性计算），以及缓存增长时同时存在的两份。</translation>
    </message>
    <message>
        <source>MLX is made for the unified memory of Apple&apos;s chips. On this card its CUDA back-end runs (%1), whose memory nobody printed: other engines are made for it.</source>
        <translation>MLX 是为 Apple 芯片的统一内存设计的。在此显卡上运行的是其 CUDA 后端（%1），其内存尚无人公布：另有专为此类显卡设计的引擎。</translation>
    </message>
    <message>
        <source>The memory is the machine&apos;s: usable is what Metal recommends (%1), of which MLX also keeps freed buffers, up to a cache once more, until memory runs short.</source>
        <translation>用的是本机内存：可用量为 Metal 的建议值（%1），其中 MLX 还会保留已释放的缓冲区，最多再有一份缓存那么大，直到内存不足。</translation>
    </message>
    <message>
        <source>%1 computes in half precision</source>
        <translation>%1 以半精度计算</translation>
    </message>
    <message>
        <source>%1 takes checkpoints that ModelOpt wrote, FP8 in blocks and MXFP4 (torch back-end, quantization); GPTQ, AutoAWQ, bitsandbytes and GGUF are not simulated</source>
        <translation>%1 接受 ModelOpt 写出的检查点、分块 FP8 和 MXFP4（torch 后端，quantization）；GPTQ、AutoAWQ、bitsandbytes 和 GGUF 未模拟</translation>
    </message>
    <message>
        <source>%1 has no cache of this type, or none that is simulated (KvCacheConfig.dtype)</source>
        <translation>%1 没有此类型的缓存，或其未模拟（KvCacheConfig.dtype）</translation>
    </message>
    <message>
        <source>%1&apos;s cache has the weights&apos; dtype (%2), or FP8</source>
        <translation>%1 的缓存用权重的 dtype（%2），或 FP8</translation>
    </message>
    <message>
        <source>%1 runs on NVIDIA&apos;s cards since Ampere (reference/support-matrix).</source>
        <translation>%1 在 Ampere 及之后的 NVIDIA 显卡上运行（reference/support-matrix）。</translation>
    </message>
    <message>
        <source>%1 heads do not divide among %2 ranks.</source>
        <translation>%1 个注意力头无法在 %2 个 rank 之间均分。</translation>
    </message>
    <message>
        <source>Rough are the pass of %1 tokens that it measures, attention&apos;s workspaces, what CUDA graphs and NCCL take, and weights whose scales its kernels lay out anew. It is the PyTorch back-end&apos;s; an engine that TensorRT has built says itself what its activations take.</source>
        <translation>粗略之处是它测量的 %1 个 token 的前向、注意力的工作空间、CUDA 图和 NCCL 的占用，以及内核重新排布缩放因子的权重。这是 PyTorch 后端的数字；TensorRT 构建的引擎会自行报告激活占用。</translation>
    </message>
    <message>
        <source>%1&apos;s documentation lists no %2 among the models of its PyTorch back-end.</source>
        <translation>%1 的文档在其 PyTorch 后端支持的模型中没有列出 %2。</translation>
    </message>
    <message>
        <source>The figures are those of the first stage of the pipeline.</source>
        <translation>数字为流水线第一个阶段的。</translation>
    </message>
    <message>
        <source>CUDA runs out of memory before %1 makes its cache: weights, graphs and a pass of %2 tokens take more than is free. Use more cards (%3), fewer tokens a pass (%4) or weights in fewer bits.</source>
        <translation>%1 建立缓存之前 CUDA 内存就不足：权重、CUDA 图和 %2 个 token 的前向超出空闲量。请用更多显卡（%3）、减少单次前向的 token 数（%4），或用位数更少的权重。</translation>
    </message>
    <message>
        <source>The states of %1 requests take %2 GiB, and %3 are left for them and the cache: lower %4.</source>
        <translation>%1 个请求的状态占 %2 GiB，而留给它们和缓存的只有 %3：请降低 %4。</translation>
    </message>
    <message>
        <source>A request of %1 tokens needs %2 GiB of cache, and %3 are left: lower %4, or use more cards.</source>
        <translation>%1 个 token 的请求需要 %2 GiB 缓存，而只剩 %3：请降低 %4，或用更多显卡。</translation>
    </message>
    <message>
        <source>%1 always packs the scales of 4 bits again (layers/bnb.py)</source>
        <translation>%1 总会再次压缩 4 位的缩放因子（layers/bnb.py）</translation>
    </message>
    <message>
        <source>%1 computes in half precision (launcher/src/main.rs, Dtype)</source>
        <translation>%1 以半精度计算（launcher/src/main.rs，Dtype）</translation>
    </message>
    <message>
        <source>of plain weights %1 makes FP8 and bitsandbytes&apos; types, and takes checkpoints in GPTQ, AWQ and EXL2 (launcher/src/main.rs, Quantization); it reads no GGUF</source>
        <translation>%1 把普通权重变为 FP8 和 bitsandbytes 的类型，并接受 GPTQ、AWQ 和 EXL2 检查点（launcher/src/main.rs，Quantization）；不读取 GGUF</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (models/__init__.py, kv_cache_dtype)</source>
        <translation>%1 没有此类型的缓存（models/__init__.py，kv_cache_dtype）</translation>
    </message>
    <message>
        <source>%1&apos;s attention decides it (models/globals.py)</source>
        <translation>由 %1 的注意力决定（models/globals.py）</translation>
    </message>
    <message>
        <source>%1 shares every layer among its cards</source>
        <translation>%1 把每一层都分到各显卡上</translation>
    </message>
    <message>
        <source>%1&apos;s blocks hold keys and values alone: it has no cache for the states of this model&apos;s recurrent layers (flash_causal_lm.py).</source>
        <translation>%1 的块只保存键和值：没有存放此模型循环层状态的缓存（flash_causal_lm.py）。</translation>
    </message>
    <message>
        <source>%1 does not know how %2 packs weights (&quot;%3&quot;, models/__init__.py).</source>
        <translation>%1 不认识 %2 压缩权重的方式（“%3”，models/__init__.py）。</translation>
    </message>
    <message>
        <source>CUDA runs out of memory while %1 loads the weights. Use more cards (%2), or weights in fewer bits (%3).</source>
        <translation>%1 加载权重时 CUDA 内存不足。请用更多显卡（%2），或位数更少的权重（%3）。</translation>
    </message>
    <message>
        <source>Rough are the pass of %1 tokens that it measures before it makes the cache, what CUDA graphs take after it, and NCCL&apos;s buffers.</source>
        <translation>粗略之处是建立缓存前测量的 %1 个 token 的前向、之后 CUDA 图的占用，以及 NCCL 的缓冲区。</translation>
    </message>
    <message>
        <source>%1 has no code of its own for %2 and runs transformers&apos; class, where the release that it pins has one.</source>
        <translation>%1 没有 %2 的专用代码，运行 transformers 的类（须其锁定的版本中有此类）。</translation>
    </message>
    <message>
        <source>%1&apos;s start is known of causal decoders</source>
        <translation>%1 的启动过程仅对因果解码器已知</translation>
    </message>
    <message>
        <source>%1&apos;s start is described from the sources of %2 and was held against no measurement: its interval is wide. %3</source>
        <translation>%1 的启动过程依据 %2 的源代码描述，未与任何测量对照：区间较宽。%3</translation>
    </message>
    <message>
        <source>what drafts for the model (%1) is not in these figures: its weights and its cache</source>
        <translation>数字中不含为模型生成草稿的部分（%1）：其权重和缓存</translation>
    </message>
    <message>
        <source>places for adapters (%1) are not in these figures</source>
        <translation>数字中不含适配器的位置（%1）</translation>
    </message>
    <message>
        <source>%1 or %2 says how large the cache is; at the start this share of the card must be free all the same</source>
        <translation>缓存大小由 %1 或 %2 指定；但启动时显卡仍须有这一比例空闲</translation>
    </message>
    <message>
        <source>%1 says how many blocks there are</source>
        <translation>块数由 %1 指定</translation>
    </message>
    <message>
        <source>%1 is stated</source>
        <translation>已指定 %1</translation>
    </message>
    <message>
        <source>%1 compiles unless %2 is set</source>
        <translation>除非设置 %2，否则 %1 会编译</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (config/cache.py, CacheDType)</source>
        <translation>%1 没有此类型的缓存（config/cache.py，CacheDType）</translation>
    </message>
    <message>
        <source>the model on a full batch</source>
        <translation>模型处理满批次</translation>
    </message>
    <message>
        <source>the sampler</source>
        <translation>采样器</translation>
    </message>
    <message>
        <source>the configuration of this model (%1) names no layers that predict tokens</source>
        <translation>此模型的配置（%1）没有指明预测 token 的层</translation>
    </message>
    <message>
        <source>vLLM %1 has neither bitsandbytes nor GGUF: a plug-in loads them</source>
        <translation>vLLM %1 既不含 bitsandbytes 也不含 GGUF：由插件加载</translation>
    </message>
    <message>
        <source>vLLM does not pack weights so while it loads: choose a checkpoint that is stored as %1</source>
        <translation>vLLM 加载时不会这样压缩权重：请选择以 %1 存储的检查点</translation>
    </message>
    <message>
        <source>vLLM&apos;s start is known of causal decoders</source>
        <translation>vLLM 的启动过程仅对因果解码器已知</translation>
    </message>
    <message>
        <source>CUDA runs out of memory when %1 makes its cache of %2 GiB: beside the weights %3 are free. Lower %4.</source>
        <translation>%1 建立 %2 GiB 的缓存时 CUDA 内存不足：权重之外空闲 %3。请降低 %4。</translation>
    </message>
    <message>
        <source>CUDA graphs are recorded</source>
        <translation>CUDA 图已录制</translation>
    </message>
    <message>
        <source>the cache is claimed</source>
        <translation>缓存已占用</translation>
    </message>
    <message>
        <source>weights that %1 quantises after %2 put them on the host</source>
        <translation>%1 在 %2 将其放到主机之后才量化的权重</translation>
    </message>
    <message>
        <source>what the plan says, in whole blocks</source>
        <translation>方案给出的值，取整块</translation>
    </message>
    <message>
        <source>(share of the card − weights − buffers − largest pass − graphs) ÷ bytes of a block, whole blocks</source>
        <translation>（显卡占比 − 权重 − 缓冲区 − 最大的一次前向 − CUDA 图）÷ 每块字节数，取整块</translation>
    </message>
    <message>
        <source>%1 layers (%2), %3 B a block of %4 tokens</source>
        <translation>%1 层（%2），每块 %4 个 token 为 %3 B</translation>
    </message>
    <message>
        <source>sequences × blocks of one, over all groups × bytes of a block</source>
        <translation>序列数 × 每个序列的块数，对所有组求和 × 每块字节数</translation>
    </message>
    <message>
        <source>cells × bytes of a token&apos;s keys and values, layer by layer</source>
        <translation>单元数 × 一个 token 的键和值的字节数，逐层计</translation>
    </message>
    <message>
        <source>tensors as the engine&apos;s layers hold them</source>
        <translation>张量，与引擎各层所持的一致</translation>
    </message>
    <message>
        <source>the largest pass: of all tokens of a batch through a layer, or of the sampler</source>
        <translation>最大的一次前向：一批中所有 token 通过一层，或采样器</translation>
    </message>
    <message>
        <source>buffers that stay + CUDA graphs</source>
        <translation>常驻缓冲区 + CUDA 图</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>%1 comes up with it in the place of %2 on this card</source>
        <translation>在此显卡上 %1 以此值代替 %2 启动</translation>
    </message>
    <message>
        <source>%1&apos;s own on this card</source>
        <translation>%1 在此显卡上自身的值</translation>
    </message>
    <message>
        <source>%1 lowers %2 tokens to what its cache holds of one request</source>
        <translation>%1 把 %2 个 token 降低到其缓存能容纳的单个请求长度</translation>
    </message>
    <message>
        <source>reserved at its own peak − tensors at the allocated peak</source>
        <translation>已保留（取其自身峰值）− 张量（取已分配峰值时）</translation>
    </message>
    <message>
        <source>%1, replayed</source>
        <translation>%1，重放</translation>
    </message>
    <message>
        <source>interval: %1 measured runs of %2 on %3 are in it</source>
        <translation>区间：%3 上 %2 的 %1 次实测运行在其内</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>no model was given</source>
        <translation>未给出模型</translation>
    </message>
    <message>
        <source>%1 in %2, %3</source>
        <translation>%2 中的 %1，%3</translation>
    </message>
    <message>
        <source>%1, %2, %3 of them</source>
        <translation>%1，%2，共 %3 个</translation>
    </message>
    <message>
        <source>%1 in %2, %3, %4 of them</source>
        <translation>%2 中的 %1，%3，共 %4 个</translation>
    </message>
    <message>
        <source>%1, every parameter a block of the allocator</source>
        <translation>%1，每个参数为分配器的一个块</translation>
    </message>
    <message>
        <source>%1; what is not a linear layer keeps its dtype</source>
        <translation>%1；非线性层的部分保持其 dtype</translation>
    </message>
    <message>
        <source>%1: scales, zero points and tables beside the values</source>
        <translation>%1：数值之外的缩放因子、零点和表</translation>
    </message>
    <message>
        <source>%1: %2, nested state</source>
        <translation>%1：%2，嵌套状态</translation>
    </message>
    <message>
        <source>%1: one gradient per trained parameter, in its dtype</source>
        <translation>%1：每个可训练参数一个梯度，用其 dtype</translation>
    </message>
    <message>
        <source>%1: states made at the first step</source>
        <translation>%1：第一步时建立的状态</translation>
    </message>
    <message>
        <source>%1: what each operation of the forward keeps for backward</source>
        <translation>%1：前向的每个运算为反向保留的内容</translation>
    </message>
    <message>
        <source>%1: the input of every checkpointed layer</source>
        <translation>%1：每个设了检查点的层的输入</translation>
    </message>
    <message>
        <source>%1: what the second forward of one layer keeps</source>
        <translation>%1：一层的第二次前向所保留的内容</translation>
    </message>
    <message>
        <source>%1 and its backward; %2</source>
        <translation>%1 及其反向；%2</translation>
    </message>
    <message>
        <source>%1: results that nothing keeps</source>
        <translation>%1：无人保留的结果</translation>
    </message>
    <message>
        <source>%1: freed with the kernel&apos;s call</source>
        <translation>%1：随内核调用结束而释放</translation>
    </message>
    <message>
        <source>smaller tensors</source>
        <translation>较小的张量</translation>
    </message>
    <message>
        <source>%1 B, each tensor rounded up to 512 B</source>
        <translation>%1 B，每个张量向上取整到 512 B</translation>
    </message>
    <message>
        <source>%1 B awake, of which weights %2 and cache %3; %4 B while the model trains</source>
        <translation>唤醒时 %1 B，其中权重 %2、缓存 %3；模型训练期间 %4 B</translation>
    </message>
    <message>
        <source>%1 is not stated: the intervals go from even routing to a rank that is sent %2 times the mean&apos;s tokens (%3)</source>
        <translation>未指定 %1：区间从均匀路由到某个 rank 收到平均值 %2 倍的 token（%3）</translation>
    </message>
    <message>
        <source>26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × the same of libraries + 60 MiB of compiled modules</source>
        <translation>26 MiB + 1.863 KiB × 多处理器数 × 各自线程数，库：22 MiB + 0.351 KiB × 同上 + 编译模块 60 MiB</translation>
    </message>
    <message>
        <source>26 MiB + 1.863 KiB × multiprocessors × threads each, 22 MiB + 0.351 KiB × the same of libraries</source>
        <translation>26 MiB + 1.863 KiB × 多处理器数 × 各自线程数，库：22 MiB + 0.351 KiB × 同上</translation>
    </message>
    <message>
        <source>nvidia-smi captures of Hopper, Ada and Turing (%1); libraries: readings of a T4 and an RTX 4080, 24 public logs from 3 to 248 MiB</source>
        <translation>Hopper、Ada 和 Turing 的 nvidia-smi 记录（%1）；库：T4 和 RTX 4080 的读数，24 份公开日志中为 3 到 248 MiB</translation>
    </message>
    <message>
        <source>context: %1 has no known number of multiprocessors; %2 assumed, as the most similar card has</source>
        <translation>上下文：%1 的多处理器数未知；按最相近的显卡取 %2</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Weight casts</source>
        <translation>权重转换副本</translation>
    </message>
    <message>
        <source>Quantization metadata</source>
        <translation>量化元数据</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重算</translation>
    </message>
    <message>
        <source>Captured states</source>
        <translation>捕获的状态</translation>
    </message>
    <message>
        <source>Logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Temporaries</source>
        <translation>临时内存</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Allocator slack</source>
        <translation>分配器余量</translation>
    </message>
    <message>
        <source>CUDA context</source>
        <translation>CUDA 上下文</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>weight casts</source>
        <translation>权重转换副本</translation>
    </message>
    <message>
        <source>quantization metadata</source>
        <translation>量化元数据</translation>
    </message>
    <message>
        <source>adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>recomputed layer</source>
        <translation>重算的层</translation>
    </message>
    <message>
        <source>captured states</source>
        <translation>捕获的状态</translation>
    </message>
    <message>
        <source>logits and loss</source>
        <translation>logits 与损失</translation>
    </message>
    <message>
        <source>temporaries</source>
        <translation>临时内存</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>reserved, not in use</source>
        <translation>已保留未使用</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>loss backward</source>
        <translation>损失反向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>old log-probabilities</source>
        <translation>旧对数概率</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参考模型</translation>
    </message>
    <message>
        <source>reward</source>
        <translation>奖励</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>性能探测</translation>
    </message>
    <message>
        <source>capture</source>
        <translation>捕获</translation>
    </message>
    <message>
        <source>serve</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>the peak is the same without it</source>
        <translation>不用它峰值也相同</translation>
    </message>
    <message>
        <source>one plan is taken, the block&apos;s selected one</source>
        <translation>只取一个方案，即所选的那个</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>%1 processes are no multiple of the %2 that hold one model</source>
        <translation>%1 个进程不是 %2（容纳一个模型的进程数）的倍数</translation>
    </message>
    <message>
        <source>no model is named that can be looked up: say which with %1</source>
        <translation>没有指定可查找的模型：请用 %1 说明</translation>
    </message>
    <message>
        <source>one with %1 or %2</source>
        <translation>含 %1 或 %2 的文件</translation>
    </message>
    <message>
        <source>what its container runs is said elsewhere</source>
        <translation>其容器运行什么在别处说明</translation>
    </message>
    <message>
        <source>%1 more start something here; the first was read</source>
        <translation>此处另有 %1 条启动命令；读取了第一条</translation>
    </message>
    <message>
        <source>the log has figures of memory too: they are read with %1</source>
        <translation>日志中也有内存数字：用 %1 读取</translation>
    </message>
    <message>
        <source>a configuration of %1</source>
        <translation>%1 的配置</translation>
    </message>
    <message>
        <source>none of the tools that are read has files in %1</source>
        <translation>可读取的工具都没有 %1 格式的文件</translation>
    </message>
    <message>
        <source>keys of %1</source>
        <translation>%1 的键</translation>
    </message>
    <message>
        <source>%1 is not among the tools that are read; describe the plan with %2</source>
        <translation>%1 不在可读取的工具之列；请用 %2 描述方案</translation>
    </message>
    <message>
        <source>keys that no known tool has</source>
        <translation>已知工具都没有的键</translation>
    </message>
    <message>
        <source>line %1 says that memory ran out: %2 tells of this plan what takes it off</source>
        <translation>第 %1 行表明内存耗尽：%2 会针对此方案说明如何减少占用</translation>
    </message>
    <message>
        <source>Plan as %1 states it</source>
        <translation>%1 所述的方案</translation>
    </message>
    <message>
        <source>Understood (line, key: field)</source>
        <translation>已理解（行，键：字段）</translation>
    </message>
    <message>
        <source>Without effect on memory</source>
        <translation>对内存无影响</translation>
    </message>
    <message>
        <source>Could not be said</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>the script that measures runs nothing else</source>
        <translation>测量脚本不运行别的</translation>
    </message>
    <message>
        <source>the script that measures builds the whole model on each card, where such a run holds a part of it</source>
        <translation>测量脚本在每张显卡上建立整个模型，而此类运行只持有其一部分</translation>
    </message>
    <message>
        <source>no %1</source>
        <translation>没有 %1</translation>
    </message>
    <message>
        <source>a %1 of transformers</source>
        <translation>transformers 的 %1</translation>
    </message>
    <message>
        <source>a preset, a path, or a Hub id</source>
        <translation>预设、路径或 Hub ID</translation>
    </message>
    <message>
        <source>an engine loads weights, which are not there</source>
        <translation>引擎要加载权重，而这里没有</translation>
    </message>
    <message>
        <source>a preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>the command says otherwise</source>
        <translation>命令另有规定</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2); none was taken of it: set %3</source>
        <translation>名称 %1 表明其权重已压缩（%2）；未采用：请设置 %3</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2); planned in 16 bits, as another model in its place would be, they are about %4 times larger: set %3</source>
        <translation>名称 %1 表明其权重已压缩（%2）；现按 16 位规划，如同换成另一个模型，约大 %4 倍：请设置 %3</translation>
    </message>
    <message>
        <source>%1 is no type of GGUF that plans have</source>
        <translation>%1 不是方案所含的 GGUF 类型</translation>
    </message>
    <message>
        <source>%1 is named without a type: %2 was taken, which is what is downloaded where the repository has it</source>
        <translation>%1 未带类型：取 %2，仓库中有它时下载的就是它</translation>
    </message>
    <message>
        <source>the name %1 does not say the file&apos;s type: unless the file is there, its weights are planned in 16 bits, about %2 times larger than %3: set %4</source>
        <translation>名称 %1 没有表明文件的类型：除非文件存在，其权重按 16 位规划，约为 %3 的 %2 倍：请设置 %4</translation>
    </message>
    <message>
        <source>no field of a plan names this quantisation</source>
        <translation>方案中没有表示此量化的字段</translation>
    </message>
    <message>
        <source>%1 says that the checkpoint is packed, not in how many bits: where its own %2 is not read, its weights are planned in 16 bits; set %3</source>
        <translation>%1 表明检查点已压缩，但没有说明位数：未读取其 %2 时，权重按 16 位规划；请设置 %3</translation>
    </message>
    <message>
        <source>%1 says the method, not the bits: %2 was taken, as most such checkpoints have</source>
        <translation>%1 说明了方法，没有说明位数：取 %2，多数此类检查点如此</translation>
    </message>
    <message>
        <source>it says what the file is</source>
        <translation>它说明文件是什么</translation>
    </message>
    <message>
        <source>nothing stands there</source>
        <translation>值为空</translation>
    </message>
    <message>
        <source>%1 takes %2, and here stands %3</source>
        <translation>%1 接受 %2，而此处为 %3</translation>
    </message>
    <message>
        <source>%1 was not read (%2); what it says is missing from the plan</source>
        <translation>%1 未读取（%2）；方案中缺少其内容</translation>
    </message>
    <message>
        <source>it is not at hand</source>
        <translation>无法取得</translation>
    </message>
    <message>
        <source>%1 is not at hand: it is taken as the file of this name that %2 ships</source>
        <translation>无法取得 %1：按 %2 自带的同名文件计</translation>
    </message>
    <message>
        <source>nothing that was read names it</source>
        <translation>已读取的内容都没有引用它</translation>
    </message>
    <message>
        <source>there is no such key that is known of</source>
        <translation>没有已知的此键</translation>
    </message>
    <message>
        <source>it says where a process runs or how it talks</source>
        <translation>它说明进程在哪里运行或如何通信</translation>
    </message>
    <message>
        <source>it is set in the shell and not exported: no program sees it</source>
        <translation>它在 shell 中设置但未导出：程序看不到</translation>
    </message>
    <message>
        <source>no dashes stand before it</source>
        <translation>前面没有短横线</translation>
    </message>
    <message>
        <source>line %1: %2 has no dashes before it, and %3 takes no such word: it stops there and starts nothing. What the word says is left out</source>
        <translation>第 %1 行：%2 前面没有短横线，而 %3 不接受这样的词：它在此停止，不启动任何内容。该词所述已略去</translation>
    </message>
    <message>
        <source>dashes stand before it</source>
        <translation>前面有短横线</translation>
    </message>
    <message>
        <source>line %1: behind a file %2 takes %3 alone; at %4 it stops and starts nothing. What the option says is left out</source>
        <translation>第 %1 行：在文件之后 %2 只接受 %3；遇到 %4 即停止，不启动任何内容。该选项所述已略去</translation>
    </message>
    <message>
        <source>no arguments</source>
        <translation>没有参数</translation>
    </message>
    <message>
        <source>a Python call with arguments, such as %1</source>
        <translation>带参数的 Python 调用，例如 %1</translation>
    </message>
    <message>
        <source>line %1: a text does not end</source>
        <translation>第 %1 行：文本没有结束</translation>
    </message>
    <message>
        <source>line %1: nested too deep</source>
        <translation>第 %1 行：嵌套过深</translation>
    </message>
    <message>
        <source>line %1: what stands in brackets cannot be read</source>
        <translation>第 %1 行：括号内的内容无法读取</translation>
    </message>
    <message>
        <source>line %1: a bracket does not close</source>
        <translation>第 %1 行：括号没有闭合</translation>
    </message>
    <message>
        <source>line %1: a call does not close</source>
        <translation>第 %1 行：调用没有闭合</translation>
    </message>
    <message>
        <source>line %1: blanks stand around the = of %2, which a program takes for words of their own; the value behind was read</source>
        <translation>第 %1 行：%2 的 = 两侧有空格，程序会把它们当作单独的词；已读取后面的值</translation>
    </message>
    <message>
        <source>line %1: %2 has no dashes before it: %3 takes it for the script to start, and nothing starts. It was left out</source>
        <translation>第 %1 行：%2 前面没有短横线：%3 会把它当作要启动的脚本，结果什么也不启动。已略去</translation>
    </message>
    <message>
        <source>no command</source>
        <translation>没有命令</translation>
    </message>
    <message>
        <source>a command line, YAML, JSON or a Python call</source>
        <translation>命令行、YAML、JSON 或 Python 调用</translation>
    </message>
    <message>
        <source>line %1: another command (%2), which was not read</source>
        <translation>第 %1 行：另一条命令（%2），未读取</translation>
    </message>
    <message>
        <source>line %1: bytes that are no UTF-8</source>
        <translation>第 %1 行：含有非 UTF-8 字节</translation>
    </message>
    <message>
        <source>too much</source>
        <translation>过多</translation>
    </message>
    <message>
        <source>at most %1 keys and %2 MiB of them, sections within sections counted again</source>
        <translation>最多 %1 个键、共 %2 MiB，嵌套的节重复计算</translation>
    </message>
    <message>
        <source>line %1: %2 holds variables that the program sees, and it is not at hand: what they say is missing from the plan</source>
        <translation>第 %1 行：%2 含有程序可见的变量，但无法取得：方案中缺少其内容</translation>
    </message>
    <message>
        <source>only the first YAML document is read</source>
        <translation>只读取第一个 YAML 文档</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>more than %1 values</source>
        <translation>超过 %1 个值</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少值</translation>
    </message>
    <message>
        <source>there is no anchor %1 before it</source>
        <translation>此前没有锚点 %1</translation>
    </message>
    <message>
        <source>%1 stands in line %2 and in line %3; the last is read</source>
        <translation>%1 出现在第 %2 行和第 %3 行；以最后一个为准</translation>
    </message>
    <message>
        <source>the log ends before a context is made: how long it is and how many share it stand in the command alone, and are taken as where nobody says</source>
        <translation>日志在建立上下文之前结束：上下文多长、由多少个共用，只写在命令里，现按未指定处理</translation>
    </message>
    <message>
        <source>keys with values</source>
        <translation>带值的键</translation>
    </message>
    <message>
        <source>%1 stands more than once; the last is read</source>
        <translation>%1 出现不止一次；以最后一个为准</translation>
    </message>
    <message>
        <source>a message that memory ran out</source>
        <translation>内存耗尽的报错信息</translation>
    </message>
    <message>
        <source>the command or the configuration that ran; with its plan, %1 says what takes the memory and what takes it off</source>
        <translation>所运行的命令或配置；有了它的方案，%1 会说明什么占用内存、如何减少</translation>
    </message>
    <message>
        <source>a table of what cards hold at one moment</source>
        <translation>显卡在某一时刻的占用表</translation>
    </message>
    <message>
        <source>the command or the configuration of what runs there; the card is named by %1</source>
        <translation>在其上运行的命令或配置；显卡由 %1 指定</translation>
    </message>
    <message>
        <source>a list of what runs, without how</source>
        <translation>只列出运行了什么，没有写明如何运行</translation>
    </message>
    <message>
        <source>a trainer&apos;s log, without its arguments</source>
        <translation>训练器的日志，不含其参数</translation>
    </message>
    <message>
        <source>the command or the configuration that ran</source>
        <translation>所运行的命令或配置</translation>
    </message>
    <message>
        <source>lines of an engine&apos;s start, without its arguments</source>
        <translation>引擎启动的日志行，不含其参数</translation>
    </message>
    <message>
        <source>the command that started it, or its log from the first line on</source>
        <translation>启动它的命令，或从第一行开始的日志</translation>
    </message>
    <message>
        <source>a configuration of %1: it names servers and starts none</source>
        <translation>%1 的配置：它列出服务器，但不启动任何服务器</translation>
    </message>
    <message>
        <source>the commands of the servers that it names</source>
        <translation>它所列服务器的命令</translation>
    </message>
    <message>
        <source>a server of %1, whose options are not read</source>
        <translation>%1 的服务器，其选项未读取</translation>
    </message>
    <message>
        <source>its settings as fields of a plan</source>
        <translation>用方案字段表示的设置</translation>
    </message>
    <message>
        <source>kinds of Kubernetes (%1) of which none runs a server that is known</source>
        <translation>Kubernetes 的资源类型（%1），其中没有运行已知服务器的</translation>
    </message>
    <message>
        <source>the command of its container</source>
        <translation>其容器的命令</translation>
    </message>
    <message>
        <source>services of Compose of which none runs a server that is known</source>
        <translation>Compose 的服务，其中没有运行已知服务器的</translation>
    </message>
    <message>
        <source>line %1: %2 does not end</source>
        <translation>第 %1 行：%2 没有结束</translation>
    </message>
    <message>
        <source>the comment in line %1 ends the command that is begun above it: %2 are set in the shell and not exported, and %3 does not see them</source>
        <translation>第 %1 行的注释截断了上方开始的命令：%2 在 shell 中设置但未导出，%3 看不到它们</translation>
    </message>
    <message>
        <source>%1: set in the shell and not exported, so that %2 does not see it unless the shell had exported it before</source>
        <translation>%1：在 shell 中设置但未导出，除非 shell 此前已导出，否则 %2 看不到</translation>
    </message>
    <message>
        <source>a shell ends the command at the end of line %1; the options after it were read too</source>
        <translation>shell 在第 %1 行末尾结束命令；其后的选项也已读取</translation>
    </message>
    <message>
        <source>line %1 is a comment: the command ends before it, and what stands in it is no option</source>
        <translation>第 %1 行是注释：命令在此之前结束，其中内容不是选项</translation>
    </message>
    <message>
        <source>a blank stands behind the backslash of line %1: a shell ends the command there; what follows was read too</source>
        <translation>第 %1 行的反斜杠后有空格：shell 在此结束命令；后面的内容也已读取</translation>
    </message>
    <message>
        <source>line %1 has a text processor&apos;s dashes or quotes, which no program takes as a shell&apos;s; they were read as those</source>
        <translation>第 %1 行含有文字处理软件的短横线或引号，程序不会当作 shell 的符号；已按 shell 符号读取</translation>
    </message>
    <message>
        <source>%1 is not stated and taken as %2 (%3)</source>
        <translation>未指定 %1，按 %2 计（%3）</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 trains rows up to the model&apos;s own length, and %3 tokens are planned; say the length of the longest row</source>
        <translation>未指定 %1：%2 训练的样本可长达模型自身的长度，现按 %3 个 token 规划；请说明最长样本的长度</translation>
    </message>
    <message>
        <source>no length is stated, and what %1 takes then is not known: rows of %2 tokens are planned; say the length of the longest row</source>
        <translation>未指定长度，且 %1 此时取何值未知：按 %2 个 token 的样本规划；请说明最长样本的长度</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 makes rows of the tokenizer&apos;s model_max_length where the model&apos;s positions reach so far, and else of %3 tokens, which are planned; say %1 where the tokenizer names a length</source>
        <translation>未指定 %1：模型的位置数足够时 %2 按分词器的 model_max_length 组成样本，否则为 %3 个 token，现按后者规划；分词器指明了长度时请设置 %1</translation>
    </message>
    <message>
        <source>it is off</source>
        <translation>它已关闭</translation>
    </message>
    <message>
        <source>%1: only what runs the configuration can tell %2; nothing was taken of it</source>
        <translation>%1：%2 的值只有运行该配置的程序才知道；未采用</translation>
    </message>
    <message>
        <source>line %1 says it again</source>
        <translation>第 %1 行又指定了一次</translation>
    </message>
    <message>
        <source>%1 has no such key</source>
        <translation>%1 没有此键</translation>
    </message>
    <message>
        <source>%1 has no such key (did you mean %2?)</source>
        <translation>%1 没有此键（是否为 %2？）</translation>
    </message>
    <message>
        <source>it says how processes find each other or where they run</source>
        <translation>它说明进程如何互相发现或在哪里运行</translation>
    </message>
    <message>
        <source>it changes what a step holds, and no field of a plan says it</source>
        <translation>它改变一步所占的内容，而方案没有对应字段</translation>
    </message>
    <message>
        <source>it is about loading and saving</source>
        <translation>它涉及加载和保存</translation>
    </message>
    <message>
        <source>%1 is not planned for</source>
        <translation>不支持规划 %1</translation>
    </message>
    <message>
        <source>how many processes run is not known: %1</source>
        <translation>运行多少个进程未知：%1</translation>
    </message>
    <message>
        <source>a step in %1 is not planned for</source>
        <translation>不支持规划 %1 的一步</translation>
    </message>
    <message>
        <source>it says how is compiled, not what a step holds</source>
        <translation>它说明如何编译，而不是一步所占的内容</translation>
    </message>
    <message>
        <source>%1 does not say so</source>
        <translation>%1 无法表达这一点</translation>
    </message>
    <message>
        <source>no option asks for %1</source>
        <translation>没有选项要求 %1</translation>
    </message>
    <message>
        <source>%1: the Trainer fills it in from its own arguments</source>
        <translation>%1：Trainer 用自己的参数填入</translation>
    </message>
    <message>
        <source>it says how the ranks of a sequence talk</source>
        <translation>它说明同一序列的 rank 如何通信</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s own file says it (%1)</source>
        <translation>由 DeepSpeed 自己的文件指定（%1）</translation>
    </message>
    <message>
        <source>the copies do not divide %1</source>
        <translation>副本数不能整除 %1</translation>
    </message>
    <message>
        <source>%1 has no setting for it</source>
        <translation>%1 没有这项设置</translation>
    </message>
    <message>
        <source>the script that is launched says it</source>
        <translation>由所启动的脚本指定</translation>
    </message>
    <message>
        <source>these are the words of %1</source>
        <translation>这些是 %1 的写法</translation>
    </message>
    <message>
        <source>Axolotl packs weights to 4 bits under adapter %1 and to 8 under %2 alone: here it loads them as they are</source>
        <translation>Axolotl 只在适配器 %1 下把权重压缩到 4 位、在 %2 下压缩到 8 位：此处按原样加载</translation>
    </message>
    <message>
        <source>%1 names none</source>
        <translation>%1 没有指定适配器</translation>
    </message>
    <message>
        <source>beside adapters the model&apos;s own parameters are frozen</source>
        <translation>使用适配器时模型自身的参数被冻结</translation>
    </message>
    <message>
        <source>what is kept goes to a disk, and no field of a plan says so</source>
        <translation>保留的内容写到磁盘，而方案没有对应字段</translation>
    </message>
    <message>
        <source>keys of their own say what they do</source>
        <translation>由它们各自的键说明作用</translation>
    </message>
    <message>
        <source>plans count a chunk&apos;s tokens, not the chunks</source>
        <translation>方案计的是一块的 token 数，不是块数</translation>
    </message>
    <message>
        <source>nothing is sharded</source>
        <translation>没有分片</translation>
    </message>
    <message>
        <source>%1 and %2 say it</source>
        <translation>由 %1 和 %2 决定</translation>
    </message>
    <message>
        <source>%1 trains no biases beside adapters</source>
        <translation>%1 在适配器之外不训练偏置</translation>
    </message>
    <message>
        <source>only %1 and %2 have scales to pack again</source>
        <translation>只有 %1 和 %2 有可再次压缩的缩放因子</translation>
    </message>
    <message>
        <source>only %1 and %2 have one</source>
        <translation>只有 %1 和 %2 有这一项</translation>
    </message>
    <message>
        <source>a checkpoint in this format says it itself</source>
        <translation>此格式的检查点会自行说明</translation>
    </message>
    <message>
        <source>%1 takes whole numbers</source>
        <translation>%1 只接受整数</translation>
    </message>
    <message>
        <source>%1 asks for names</source>
        <translation>%1 要求给出名称</translation>
    </message>
    <message>
        <source>adapters are float32, or as the weights are</source>
        <translation>适配器为 float32，或与权重相同</translation>
    </message>
    <message>
        <source>weights are loaded in what is computed with</source>
        <translation>权重以计算所用的类型加载</translation>
    </message>
    <message>
        <source>%1 refuses %2 under %3, and the file names %4</source>
        <translation>%1 在 %3 下拒绝 %2，而文件中写有 %4</translation>
    </message>
    <message>
        <source>offloading goes beside recomputation where the whole model trains</source>
        <translation>训练整个模型时卸载须与重算一起使用</translation>
    </message>
    <message>
        <source>it is refused beside pairs, 4-bit weights and several cards</source>
        <translation>与偏好对、4 位权重和多卡同用时会被拒绝</translation>
    </message>
    <message>
        <source>whole layers are recomputed, or none</source>
        <translation>要么重算整层，要么不重算</translation>
    </message>
    <message>
        <source>%1 has no such loss</source>
        <translation>%1 没有此损失</translation>
    </message>
    <message>
        <source>only rows of %1 are packed</source>
        <translation>只有 %1 的样本会被拼接</translation>
    </message>
    <message>
        <source>%1 refuses it beside 4-bit weights</source>
        <translation>%1 拒绝它与 4 位权重同用</translation>
    </message>
    <message>
        <source>%1 wraps by layer or by size</source>
        <translation>%1 按层或按大小包装</translation>
    </message>
    <message>
        <source>FSDP keeps all of a shard on the host, or none of it</source>
        <translation>FSDP 把一个分片全部放在主机上，或完全不放</translation>
    </message>
    <message>
        <source>beside DeepSpeed it is in a file that %1 names</source>
        <translation>使用 DeepSpeed 时它在 %1 指定的文件中</translation>
    </message>
    <message>
        <source>whoever starts it says how many processes: %1</source>
        <translation>进程数由启动者指定：%1</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 需要 %2</translation>
    </message>
    <message>
        <source>a ring is what %1 has</source>
        <translation>%1 只有 ring 方式</translation>
    </message>
    <message>
        <source>%1 has no such objective</source>
        <translation>%1 没有此训练目标</translation>
    </message>
    <message>
        <source>%1 names parameters, not layers from the end</source>
        <translation>%1 指定的是参数，而不是从末尾数起的层</translation>
    </message>
    <message>
        <source>it is about logs</source>
        <translation>它涉及日志</translation>
    </message>
    <message>
        <source>it changes how is learned, not what a step holds</source>
        <translation>它改变学习方式，不改变一步所占的内容</translation>
    </message>
    <message>
        <source>only models that call DeepSpeed&apos;s own checkpointing read it; transformers&apos; do not</source>
        <translation>只有调用 DeepSpeed 自带激活检查点的模型才读取它；transformers 的模型不读取</translation>
    </message>
    <message>
        <source>it says how bytes are moved, not how many stay</source>
        <translation>它说明字节如何搬运，而不是留下多少</translation>
    </message>
    <message>
        <source>%1 says what one card takes</source>
        <translation>单卡取多少由 %1 指定</translation>
    </message>
    <message>
        <source>it counts the rows of all cards, whose number stands elsewhere</source>
        <translation>它计的是所有显卡的样本数，而显卡数在别处指定</translation>
    </message>
    <message>
        <source>%1 printed no memory of any device</source>
        <translation>%1 没有输出任何设备的内存</translation>
    </message>
    <message>
        <source>a GGUF file has no such type</source>
        <translation>GGUF 文件没有此类型</translation>
    </message>
    <message>
        <source>the file holds its weights as they are</source>
        <translation>文件按原样保存权重</translation>
    </message>
    <message>
        <source>a repository that is named without a type gives %1 where it has it</source>
        <translation>仓库未带类型时，若有 %1 则取它</translation>
    </message>
    <message>
        <source>%1 says how many tokens a pass takes</source>
        <translation>一次前向取多少 token 由 %1 指定</translation>
    </message>
    <message>
        <source>plans have one type for keys and values; here keys are %1 and values %2</source>
        <translation>方案中键和值只用一种类型；此处键为 %1，值为 %2</translation>
    </message>
    <message>
        <source>plans split layers evenly; here each card has its share</source>
        <translation>方案把各层均分；此处每张显卡各有份额</translation>
    </message>
    <message>
        <source>it says which card comes first</source>
        <translation>它说明哪张显卡排在最前</translation>
    </message>
    <message>
        <source>nothing is drafted</source>
        <translation>不使用草稿</translation>
    </message>
    <message>
        <source>%1 slots share %2</source>
        <translation>%1 个槽位共用 %2</translation>
    </message>
    <message>
        <source>a GGUF file: %1 reads no other</source>
        <translation>GGUF 文件：%1 不读取其他文件</translation>
    </message>
    <message>
        <source>a plan does not name the projector&apos;s file, which %1 wants</source>
        <translation>方案没有指明投影器的文件，而 %1 需要它</translation>
    </message>
    <message>
        <source>nothing is quantised without %1</source>
        <translation>没有 %1 就不量化</translation>
    </message>
    <message>
        <source>%1 does nothing without %2: LLaMA-Factory loads the weights as they are, four times as large as 4-bit ones</source>
        <translation>没有 %2 时 %1 不起作用：LLaMA-Factory 按原样加载权重，为 4 位权重的四倍大</translation>
    </message>
    <message>
        <source>it quantises with %1, which no field of a plan names</source>
        <translation>它用 %1 量化，而方案没有对应字段</translation>
    </message>
    <message>
        <source>plans train the last layers whole, or what names meet in all of them</source>
        <translation>方案训练完整的最后几层，或所有层中与名称匹配的部分</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 不是 %2</translation>
    </message>
    <message>
        <source>a step of %1 is not planned for: it is read as one of %2</source>
        <translation>不支持规划 %1 的一步：按 %2 的一步读取</translation>
    </message>
    <message>
        <source>another loss of the same log-probabilities</source>
        <translation>基于相同对数概率的另一种损失</translation>
    </message>
    <message>
        <source>%1 is off</source>
        <translation>%1 已关闭</translation>
    </message>
    <message>
        <source>%1 names modules alone</source>
        <translation>%1 只指定模块</translation>
    </message>
    <message>
        <source>it is the dtype that is computed in</source>
        <translation>即计算所用的 dtype</translation>
    </message>
    <message>
        <source>%1 chooses it by the card and by what trains</source>
        <translation>%1 按显卡和所训练的部分来选择</translation>
    </message>
    <message>
        <source>%1 freezes by layers from the end</source>
        <translation>%1 按从末尾数起的层来冻结</translation>
    </message>
    <message>
        <source>adapters are float32</source>
        <translation>适配器为 float32</translation>
    </message>
    <message>
        <source>this optimizer has one form</source>
        <translation>此优化器只有一种形式</translation>
    </message>
    <message>
        <source>whoever starts several processes chooses it</source>
        <translation>由启动多个进程的程序选择</translation>
    </message>
    <message>
        <source>%1 does nothing without %2: ms-swift loads the weights as they are, four times as large as 4-bit ones</source>
        <translation>没有 %2 时 %1 不起作用：ms-swift 按原样加载权重，为 4 位权重的四倍大</translation>
    </message>
    <message>
        <source>nothing gets an adapter</source>
        <translation>没有加适配器</translation>
    </message>
    <message>
        <source>Transformer Engine chooses among kernels that keep the same</source>
        <translation>Transformer Engine 在保留内容相同的内核之间选择</translation>
    </message>
    <message>
        <source>it divides what tensor ranks would hold whole, and %1 is 1</source>
        <translation>它划分张量 rank 原本各自完整持有的内容，而 %1 为 1</translation>
    </message>
    <message>
        <source>micro batches a step depend on how many processes share them</source>
        <translation>每步微批次数取决于由多少个进程分担</translation>
    </message>
    <message>
        <source>nothing is frozen that it could let train</source>
        <translation>没有被冻结、可由它放开训练的部分</translation>
    </message>
    <message>
        <source>a row of the data is a group of texts (a query, what fits it and what does not): micro_batch counts texts, so multiply it where a row has several</source>
        <translation>数据的一行是一组文本（一个查询、与之相符的和不相符的）：micro_batch 计的是文本数，一行有多个时请相乘</translation>
    </message>
    <message>
        <source>each process is a copy of its own</source>
        <translation>每个进程各自是一份副本</translation>
    </message>
    <message>
        <source>of the allocator&apos;s settings plans have %1 alone</source>
        <translation>分配器的设置中方案只含 %1</translation>
    </message>
    <message>
        <source>autocast decides what is computed with</source>
        <translation>以什么计算由 autocast 决定</translation>
    </message>
    <message>
        <source>it is a comment</source>
        <translation>它是注释</translation>
    </message>
    <message>
        <source>it is what the checkpoint says</source>
        <translation>以检查点为准</translation>
    </message>
    <message>
        <source>a file of DeepSpeed says it (%1)</source>
        <translation>由 DeepSpeed 的文件指定（%1）</translation>
    </message>
    <message>
        <source>a file of accelerate says it (%1)</source>
        <translation>由 accelerate 的文件指定（%1）</translation>
    </message>
    <message>
        <source>ranks exchange heads, and make a ring where heads are too few</source>
        <translation>各 rank 交换注意力头，头数太少时组成环</translation>
    </message>
    <message>
        <source>%1 runs on %2&apos;s machines, not on this card</source>
        <translation>%1 在 %2 的机器上运行，不在此显卡上</translation>
    </message>
    <message>
        <source>%1 is a tag of %2&apos;s library: the preset %3 (%4) has its shape and was taken</source>
        <translation>%1 是 %2 库中的标签：采用了结构相同的预设 %3（%4）</translation>
    </message>
    <message>
        <source>%1 names no type: %2&apos;s library holds %3 under it, which was taken</source>
        <translation>%1 未指定类型：%2 的库中它为 %3，已采用</translation>
    </message>
    <message>
        <source>%1 names no type: %3 was taken, which is what %2 mostly makes of a model</source>
        <translation>%1 未指定类型：采用了 %3，%2 转换模型时多用它</translation>
    </message>
    <message>
        <source>%1 says how many run at once</source>
        <translation>同时运行多少个由 %1 指定</translation>
    </message>
    <message>
        <source>it changes what an adapter holds, and no field of a plan says it</source>
        <translation>它改变适配器所占的内容，而方案没有对应字段</translation>
    </message>
    <message>
        <source>it says where an adapter comes from, not what it holds</source>
        <translation>它说明适配器来自哪里，而不是占多少</translation>
    </message>
    <message>
        <source>plans have no such method of %1</source>
        <translation>方案中没有 %1 的此方法</translation>
    </message>
    <message>
        <source>it is what PEFT does where nobody says</source>
        <translation>PEFT 未指定时就是如此</translation>
    </message>
    <message>
        <source>an adapter&apos;s file says nothing else</source>
        <translation>适配器的文件没有其他说法</translation>
    </message>
    <message>
        <source>it says which rows are read and in what order</source>
        <translation>它说明读取哪些样本、按什么顺序</translation>
    </message>
    <message>
        <source>it changes how long or how fast is learned, not what a step holds</source>
        <translation>它改变学习多久或多快，不改变一步所占的内容</translation>
    </message>
    <message>
        <source>it is about files that are written or read</source>
        <translation>它涉及写入或读取的文件</translation>
    </message>
    <message>
        <source>it says which code or files are read</source>
        <translation>它说明读取哪些代码或文件</translation>
    </message>
    <message>
        <source>evaluating takes less than training, by its rows alone</source>
        <translation>评估占用比训练少，只取决于其样本</translation>
    </message>
    <message>
        <source>it says how processes find each other or what they compute with</source>
        <translation>它说明进程如何互相发现或用什么计算</translation>
    </message>
    <message>
        <source>it says which tokens are drawn or how they are rewarded</source>
        <translation>它说明抽取哪些 token 或如何奖励</translation>
    </message>
    <message>
        <source>it says who is answered and how</source>
        <translation>它说明应答谁、如何应答</translation>
    </message>
    <message>
        <source>kernels of its own keep more or less, and no field of a plan says which</source>
        <translation>它自己的内核保留得更多或更少，而方案没有对应字段</translation>
    </message>
    <message>
        <source>it changes what the model or its adapters are, and no field of a plan says it</source>
        <translation>它改变模型或适配器本身，而方案没有对应字段</translation>
    </message>
    <message>
        <source>it adds to what is asked of a step, and no field of a plan says it</source>
        <translation>它增加一步的工作，而方案没有对应字段</translation>
    </message>
    <message>
        <source>it bounds or moves memory, and no field of a plan says it</source>
        <translation>它限制或搬移内存，而方案没有对应字段</translation>
    </message>
    <message>
        <source>the optimizer goes to the host while completions are drawn, and no field of a plan says so</source>
        <translation>抽取补全时优化器移到主机，而方案没有对应字段</translation>
    </message>
    <message>
        <source>micro batches are filled up to %1 tokens: as many whole rows are planned</source>
        <translation>微批次最多填满 %1 个 token：按相应数量的完整样本规划</translation>
    </message>
    <message>
        <source>%1 is not stated, without which the tool does not start: vLLM is planned on the cards that train</source>
        <translation>未指定 %1，没有它工具无法启动：vLLM 规划在训练所用的显卡上</translation>
    </message>
    <message>
        <source>functions that reward take no memory of the card</source>
        <translation>作为奖励的函数不占显存</translation>
    </message>
    <message>
        <source>TRL has no such key any more: %1 took its place</source>
        <translation>TRL 已没有此键：由 %1 取代</translation>
    </message>
    <message>
        <source>no plan has a step of %1</source>
        <translation>方案中没有 %1 的一步</translation>
    </message>
    <message>
        <source>its kernels are those of layers; the loss is verl&apos;s own</source>
        <translation>其内核是各层的；损失是 verl 自己的</translation>
    </message>
    <message>
        <source>%1 ranks share each sequence by exchanging heads; they are planned as a ring, which holds as much of the activations</source>
        <translation>%1 个 rank 以交换注意力头分担每个序列；按 ring 规划，激活占用相同</translation>
    </message>
    <message>
        <source>verl holds the logits of a micro batch whole, two bytes for each of its tokens and words of the vocabulary; they are planned in chunks, so that these bytes are missing where the loss is the peak</source>
        <translation>verl 完整保留一个微批次的 logits，每个 token 对词表每个词占两个字节；现按分块规划，因此损失为峰值时缺少这些字节</translation>
    </message>
    <message>
        <source>%1 trains a critic beside the actor, with its own weights, gradients and states: it is not in the plan</source>
        <translation>%1 在 actor 之外还训练 critic，它有自己的权重、梯度和状态：不在方案中</translation>
    </message>
    <message>
        <source>it is the model that was loaded</source>
        <translation>即已加载的模型</translation>
    </message>
    <message>
        <source>%1 is not a call that says what is trained</source>
        <translation>%1 不是说明训练内容的调用</translation>
    </message>
    <message>
        <source>copies of attention within the same cards, which plans say beside divided experts alone</source>
        <translation>同一批显卡内的多份注意力副本，方案只能与专家划分一起表达</translation>
    </message>
    <message>
        <source>plans have graphs of both kinds or of none</source>
        <translation>方案中两种 CUDA 图要么都有，要么都没有</translation>
    </message>
    <message>
        <source>%1 serves no adapters without %2</source>
        <translation>没有 %2 时 %1 不提供适配器</translation>
    </message>
    <message>
        <source>%1 takes the largest rank of the adapters that are named, which are not read: 16 is planned</source>
        <translation>%1 取所指定适配器中最大的秩，而这些适配器未读取：按 16 规划</translation>
    </message>
    <message>
        <source>%1 has no cache of this type (%2)</source>
        <translation>%1 没有此类型的缓存（%2）</translation>
    </message>
    <message>
        <source>%1 runs with what is installed</source>
        <translation>%1 用已安装的版本运行</translation>
    </message>
    <message>
        <source>%1 runs a model and trains none</source>
        <translation>%1 只运行模型，不训练</translation>
    </message>
    <message>
        <source>a whole number of GiB: %1 has no parts of one</source>
        <translation>GiB 的整数：%1 不接受小数</translation>
    </message>
    <message>
        <source>weights are not quantised so while they are loaded; a checkpoint in this format says it itself</source>
        <translation>加载时不会这样量化权重；此格式的检查点会自行说明</translation>
    </message>
    <message>
        <source>how many requests come is up to who asks; %1 is the most that run at once</source>
        <translation>来多少请求取决于请求方；%1 是同时运行的上限</translation>
    </message>
    <message>
        <source>of adapters it says in which parts they stand, which %1 says in a plan</source>
        <translation>它说明适配器在哪些部分，方案中由 %1 指定</translation>
    </message>
    <message>
        <source>%1 keeps a copy on each machine: say how many with %2</source>
        <translation>%1 在每台机器上保留一份副本：请用 %2 说明有多少台</translation>
    </message>
    <message>
        <source>modules are not wrapped by their size</source>
        <translation>模块不按大小包装</translation>
    </message>
    <message>
        <source>only version 1 of FSDP reads it</source>
        <translation>只有 FSDP 版本 1 读取它</translation>
    </message>
    <message>
        <source>no field of a plan says it</source>
        <translation>方案没有对应字段</translation>
    </message>
    <message>
        <source>%1 has no dashes before it: %2 takes it for one more value of %4, and %3 stays at its default</source>
        <translation>%1 前面没有短横线：%2 把它当作 %4 的又一个值，%3 保持默认值</translation>
    </message>
    <message>
        <source>a model is expected</source>
        <translation>需要一个模型</translation>
    </message>
    <message>
        <source>%1 is a name of the tool&apos;s own library, not of the Hub; no model was taken of it</source>
        <translation>%1 是该工具自己库中的名称，不是 Hub 的；未由它取得模型</translation>
    </message>
    <message>
        <source>keys with values are expected</source>
        <translation>需要带值的键</translation>
    </message>
    <message>
        <source>the first layers of a stage alone are run again, and in a plan all are</source>
        <translation>只重新运行一个阶段的前几层，而方案中是全部</translation>
    </message>
    <message>
        <source>%1 has AdamW alone in more than one form</source>
        <translation>%1 只有 AdamW 有多种形式</translation>
    </message>
    <message>
        <source>version %1 of FSDP has no such stage</source>
        <translation>FSDP 版本 %1 没有此阶段</translation>
    </message>
    <message>
        <source>under version 1 it is part of the strategy</source>
        <translation>在版本 1 下它属于策略的一部分</translation>
    </message>
    <message>
        <source>its units are the model&apos;s layers</source>
        <translation>其单元就是模型的层</translation>
    </message>
    <message>
        <source>%1 has no such optimizer</source>
        <translation>%1 没有此优化器</translation>
    </message>
    <message>
        <source>this optimizer projects no gradients</source>
        <translation>此优化器不投影梯度</translation>
    </message>
    <message>
        <source>adapters on such weights are called %1</source>
        <translation>此类权重上的适配器称为 %1</translation>
    </message>
    <message>
        <source>%1 has no adapter</source>
        <translation>%1 没有适配器</translation>
    </message>
    <message>
        <source>it is up to the data</source>
        <translation>取决于数据</translation>
    </message>
    <message>
        <source>%1 trains a model</source>
        <translation>%1 用于训练模型</translation>
    </message>
    <message>
        <source>it says which machine is hired, not what its cards hold</source>
        <translation>它说明租用哪种机器，而不是显卡占多少</translation>
    </message>
    <message>
        <source>no command of a known tool stands there</source>
        <translation>其中没有已知工具的命令</translation>
    </message>
    <message>
        <source>%1 hires no such card</source>
        <translation>%1 不出租此显卡</translation>
    </message>
    <message>
        <source>a task hires cards of one kind</source>
        <translation>一个任务只租用一种显卡</translation>
    </message>
    <message>
        <source>%1 hires whole cards</source>
        <translation>%1 只出租整卡</translation>
    </message>
    <message>
        <source>%1 has no %2 &quot;%3&quot; and raises on it; it is planned as %4</source>
        <translation>%1 没有 %2 “%3”，会就此报错；按 %4 规划</translation>
    </message>
    <message>
        <source>%1 or %2 is expected</source>
        <translation>需要 %1 或 %2</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; with its comma names no module, as the shell reads it</source>
        <translation>%1：“%2”带着逗号，按 shell 的读法不是任何模块的名称</translation>
    </message>
    <message>
        <source>a plan counts rows at their greatest length</source>
        <translation>方案按最大长度计样本</translation>
    </message>
    <message>
        <source>its formula takes a few numbers a row</source>
        <translation>其公式每个样本只需几个数</translation>
    </message>
    <message>
        <source>it weighs a term of the loss</source>
        <translation>它是损失中一项的权重</translation>
    </message>
    <message>
        <source>it says how answers are drawn or scored</source>
        <translation>它说明如何抽取或评分回答</translation>
    </message>
    <message>
        <source>the weights are packed to 4 bits and %1 asks for no adapter: the Trainer refuses to train them; with adapters they are planned</source>
        <translation>权重压缩到 4 位，而 %1 没有要求适配器：Trainer 会拒绝训练；现按带适配器规划</translation>
    </message>
    <message>
        <source>%1 is a key of preference trainers, and the text does not say of which: it is read as one of %2, which holds a reference model</source>
        <translation>%1 是偏好训练器的键，文本没有说明是哪一个：按 %2 读取，它带有参考模型</translation>
    </message>
    <message>
        <source>it is what TRL does where nobody says</source>
        <translation>TRL 未指定时就是如此</translation>
    </message>
    <message>
        <source>%1 computes its loss in chunks, or by Liger&apos;s kernel</source>
        <translation>%1 分块计算损失，或用 Liger 的内核</translation>
    </message>
    <message>
        <source>the command says it: %1</source>
        <translation>由命令指定：%1</translation>
    </message>
    <message>
        <source>nothing is evaluated unless %1 says so</source>
        <translation>除非由 %1 指定，否则不做评估</translation>
    </message>
    <message>
        <source>as it is unless said</source>
        <translation>未指定时即如此</translation>
    </message>
    <message>
        <source>it changes what adapters begin with, not what they take</source>
        <translation>它改变适配器的初始值，不改变其占用</translation>
    </message>
    <message>
        <source>%1 has kernels of its own</source>
        <translation>%1 有自己的内核</translation>
    </message>
    <message>
        <source>%1 has a loss of its own</source>
        <translation>%1 有自己的损失</translation>
    </message>
    <message>
        <source>%1 packs the scales again</source>
        <translation>%1 会再次压缩缩放因子</translation>
    </message>
    <message>
        <source>it is the host&apos;s memory, and none of the card&apos;s</source>
        <translation>它是主机内存，不占显存</translation>
    </message>
    <message>
        <source>one rank holds all experts</source>
        <translation>一个 rank 持有所有专家</translation>
    </message>
    <message>
        <source>%1: %2 is planned as a model of its own that drafts</source>
        <translation>%1：%2 按独立的草稿模型规划</translation>
    </message>
    <message>
        <source>a JSON object is expected</source>
        <translation>需要一个 JSON 对象</translation>
    </message>
    <message>
        <source>the command starts the server</source>
        <translation>由命令启动服务器</translation>
    </message>
    <message>
        <source>it is what earlier starts left behind</source>
        <translation>它是之前启动遗留下来的</translation>
    </message>
    <message>
        <source>%1 spreads experts over all %2 ranks</source>
        <translation>%1 把专家分布到全部 %2 个 rank</translation>
    </message>
    <message>
        <source>%1 or %2&apos;s</source>
        <translation>%1 或 %2 的</translation>
    </message>
    <message>
        <source>a head of %1 or %2</source>
        <translation>%1 或 %2 的输出头</translation>
    </message>
    <message>
        <source>attention to an encoder&apos;s states is not described</source>
        <translation>未描述对编码器状态的注意力</translation>
    </message>
    <message>
        <source>%1: prefix tuning is not described</source>
        <translation>%1：未描述 prefix tuning</translation>
    </message>
    <message>
        <source>experts run one after another; every one is planned with as many tokens</source>
        <translation>专家逐个运行；每个都按同样多的 token 规划</translation>
    </message>
    <message>
        <source>%1 (or %2)</source>
        <translation>%1（或 %2）</translation>
    </message>
    <message>
        <source>%1&apos;s experts add float32 to %2 under autocast, and %3 raises (%4)</source>
        <translation>%1 的专家在 autocast 下把 float32 加到 %2 上，%3 会报错（%4）</translation>
    </message>
    <message>
        <source>%1 %2 makes rotary tables that heads whose %3 is %4 cannot take: the model does not run</source>
        <translation>%1 %2 生成的旋转表不适用于 %3 为 %4 的注意力头：模型无法运行</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>（无）</translation>
    </message>
    <message>
        <source>model type %1 has no description, and its size cannot be guessed without</source>
        <translation>模型类型 %1 没有描述，缺少它就无法推测大小</translation>
    </message>
    <message>
        <source>the MLP is four times as wide as the model, since the configuration does not say</source>
        <translation>MLP 宽度为模型的四倍，因为配置没有说明</translation>
    </message>
    <message>
        <source>every layer has %1 gated experts of width %2</source>
        <translation>每层有 %1 个宽度为 %2 的门控专家</translation>
    </message>
    <message>
        <source>a gated MLP of three matrices</source>
        <translation>由三个矩阵组成的门控 MLP</translation>
    </message>
    <message>
        <source>embeddings and head are two matrices</source>
        <translation>嵌入和输出头是两个矩阵</translation>
    </message>
    <message>
        <source>query, key, value and output projections, two RMS norms a layer, rotary positions</source>
        <translation>查询、键、值和输出投影，每层两个 RMS 归一化，旋转位置编码</translation>
    </message>
    <message>
        <source>model type %1 has no description: counted as a %2-like decoder</source>
        <translation>模型类型 %1 没有描述：按类似 %2 的解码器计</translation>
    </message>
    <message>
        <source>only the language model in %1 is counted; towers and projectors are left out</source>
        <translation>只计 %1 中的语言模型；编码塔和投影器略去</translation>
    </message>
    <message>
        <source>the class %1 is not described: counted as its base model</source>
        <translation>类 %1 没有描述：按其基础模型计</translation>
    </message>
    <message>
        <source>the class %1 is not described: counted as %2</source>
        <translation>类 %1 没有描述：按 %2 计</translation>
    </message>
    <message>
        <source>a plan runs %1, the language model of %2 alone, which %3 builds; %4 has towers beside it</source>
        <translation>方案运行 %1，即 %2 中单独的语言模型，由 %3 构建；%4 另有编码塔</translation>
    </message>
    <message>
        <source>%1 is absent: a plan runs %2, which %3 builds; %4 names what is trained as something else</source>
        <translation>缺少 %1：方案运行 %2，由 %3 构建；%4 把所训练的内容列为别的</translation>
    </message>
    <message>
        <source>%1 names %2: the language model of %3 alone</source>
        <translation>%1 写的是 %2：%3 中单独的语言模型</translation>
    </message>
    <message>
        <source>%1 names %2; a plan runs %3, which trainers of language models build of it</source>
        <translation>%1 写的是 %2；方案运行 %3，语言模型的训练器由它构建出这个类</translation>
    </message>
    <message>
        <source>a model type the planner knows</source>
        <translation>规划器已知的模型类型</translation>
    </message>
    <message>
        <source>a model type whose backbone is described</source>
        <translation>主干已有描述的模型类型</translation>
    </message>
    <message>
        <source>a model type that is described as a part of another</source>
        <translation>作为其他模型一部分而有描述的模型类型</translation>
    </message>
    <message>
        <source>%1&apos;s loss in tiles adds the routers&apos; loss (%2) and reads the configuration&apos;s %3, which %4 does not have (%5)</source>
        <translation>%1 的分片损失加上路由器的损失（%2），并读取配置的 %3，而 %4 没有它（%5）</translation>
    </message>
    <message>
        <source>the class is bare, so it has no loss: the gradient of its last hidden states starts the backward, and what is made of them (pooling, a contrast) is left out</source>
        <translation>该类不带输出头，因而没有损失：反向从最后隐藏状态的梯度开始，由其得出的内容（池化、对比）略去</translation>
    </message>
    <message>
        <source>a language model whose embedding is called %1, which the tied head shares; or %2, here and in %3</source>
        <translation>嵌入名为 %1 且与绑定的输出头共用的语言模型；或在此处和 %3 中为 %2</translation>
    </message>
    <message>
        <source>%1, or another whose class has %2</source>
        <translation>%1，或其类含有 %2 的另一个</translation>
    </message>
    <message>
        <source>input and labels are each %1 tokens long</source>
        <translation>输入和标签各为 %1 个 token</translation>
    </message>
    <message>
        <source>the class is bare, so it has no loss: the gradient of its last states starts the backward</source>
        <translation>该类不带输出头，因而没有损失：反向从最后状态的梯度开始</translation>
    </message>
    <message>
        <source>%1 is left out: the code that reads it is not described</source>
        <translation>%1 略去：读取它的代码没有描述</translation>
    </message>
    <message>
        <source>recurrences run in plain %1, as %2 runs them where %3, %4 or %5 are not installed; with those kernels the step needs less. Loops over tokens and chunks are taken as one operation.</source>
        <translation>循环以普通 %1 运行，%2 在未安装 %3、%4 或 %5 时即如此；有这些内核时一步所需更少。对 token 和块的循环按一个运算计。</translation>
    </message>
    <message>
        <source>trained on the score of each sequence&apos;s last token; a pair of answers counts as two sequences</source>
        <translation>按每个序列最后一个 token 的得分训练；一对回答计为两个序列</translation>
    </message>
    <message>
        <source>a multiple of %1, here %2: transformers raises on others</source>
        <translation>%1 的倍数，此处为 %2：transformers 对其他值报错</translation>
    </message>
    <message>
        <source>a factor that makes a size of %1 at most %2</source>
        <translation>使 %1 的大小不超过 %2 的系数</translation>
    </message>
    <message>
        <source>sizes whose product is at most %1</source>
        <translation>乘积不超过 %1 的大小</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 个条目</translation>
    </message>
    <message>
        <source>%1, one per layer</source>
        <translation>%1 个，每层一个</translation>
    </message>
    <message>
        <source>experts run one after another in code on the Hub; every one is planned with as many tokens</source>
        <translation>专家在 Hub 上的代码中逐个运行；每个都按同样多的 token 规划</translation>
    </message>
    <message>
        <source>a model type with a recipe</source>
        <translation>有训练配方的模型类型</translation>
    </message>
    <message>
        <source>sizes that repeat more than %1 lines describe no real model</source>
        <translation>重复超过 %1 行的大小不是真实的模型</translation>
    </message>
    <message>
        <source>a model with a vocabulary</source>
        <translation>有词表的模型</translation>
    </message>
    <message>
        <source>the step of a model around %1 is not described</source>
        <translation>以 %1 为核心的模型，其一步没有描述</translation>
    </message>
    <message>
        <source>a language model</source>
        <translation>语言模型</translation>
    </message>
    <message>
        <source>a share</source>
        <translation>比例</translation>
    </message>
    <message>
        <source>%1: %2 raises on anything else</source>
        <translation>%1：%2 对其他值报错</translation>
    </message>
    <message>
        <source>an even number</source>
        <translation>偶数</translation>
    </message>
    <message>
        <source>a head of %1</source>
        <translation>%1 的输出头</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>%1 with %2, as %3 has it</source>
        <translation>%1，当有 %2 时，与 %3 一致</translation>
    </message>
    <message>
        <source>%1 numbers</source>
        <translation>%1 个数</translation>
    </message>
    <message>
        <source>one for each of %1 layers</source>
        <translation>%1 层各一个</translation>
    </message>
    <message>
        <source>a size, or two of them from 1 on</source>
        <translation>一个大小，或两个，均从 1 起</translation>
    </message>
    <message>
        <source>a language model without experts for vision</source>
        <translation>没有视觉专家的语言模型</translation>
    </message>
    <message>
        <source>%1&apos;s loss in tiles reads %2 of the model inside, which %3 does not have (%4)</source>
        <translation>%1 的分片损失要读取内部模型的 %2，而 %3 没有它（%4）</translation>
    </message>
    <message>
        <source>%1&apos;s code stands on the Hub; its decoder is planned as %2 runs %3&apos;s</source>
        <translation>%1 的代码在 Hub 上；其解码器按 %2 运行 %3 的方式规划</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1&apos;s ALiBi has %2 columns (%3), and adding it to more scores raises (%4)</source>
        <translation>%1 的 ALiBi 有 %2 列（%3），加到更多的分数上会报错（%4）</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>对象列表</translation>
    </message>
    <message>
        <source>a list of at most %1 blocks</source>
        <translation>最多 %1 个块的列表</translation>
    </message>
    <message>
        <source>%1 heads in a group</source>
        <translation>每组 %1 个头</translation>
    </message>
    <message>
        <source>the step of blocks replaced with one matrix is not described</source>
        <translation>未描述用单个矩阵替换的块的一步</translation>
    </message>
    <message>
        <source>%1 or one that follows it: %2 writes %3, which no other class has</source>
        <translation>%1 或沿用它的类型：%2 会写入 %3，其他类都没有它</translation>
    </message>
    <message>
        <source>block-sparse attention is taken as dense causal attention</source>
        <translation>块稀疏注意力按稠密因果注意力计</translation>
    </message>
    <message>
        <source>none: the model is dense</source>
        <translation>无：模型是稠密的</translation>
    </message>
    <message>
        <source>%1&apos;s first code is taken as what %2 runs for model type %3, which is the same model</source>
        <translation>%1 最初的代码按 %2 对模型类型 %3 所运行的计，二者是同一模型</translation>
    </message>
    <message>
        <source>the step of models with more than a language model is not described</source>
        <translation>未描述不只含语言模型的模型的一步</translation>
    </message>
    <message>
        <source>a divisor of %1</source>
        <translation>%1 的约数</translation>
    </message>
    <message>
        <source>30 seconds of sound go in whatever their length; labels are %1 tokens long, at most as many as the decoder has positions</source>
        <translation>无论长度如何都输入 30 秒的声音；标签为 %1 个 token，最多为解码器的位置数</translation>
    </message>
    <message>
        <source>%1: attention to an encoder&apos;s states is not described</source>
        <translation>%1：未描述对编码器状态的注意力</translation>
    </message>
    <message>
        <source>cannot be estimated: %1</source>
        <translation>无法估算：%1</translation>
    </message>
    <message>
        <source>takes the same memory here</source>
        <translation>在此占用相同的内存</translation>
    </message>
    <message>
        <source>takes more memory here</source>
        <translation>在此占用更多内存</translation>
    </message>
    <message>
        <source>%1; takes %2 GiB more of the host&apos;s memory</source>
        <translation>%1；多占 %2 GiB 主机内存</translation>
    </message>
    <message>
        <source>the smallest card that holds the plan as it is</source>
        <translation>放得下当前方案的最小显卡</translation>
    </message>
    <message>
        <source>the catalogue</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Double quantisation</source>
        <translation>双重量化</translation>
    </message>
    <message>
        <source>double quantisation</source>
        <translation>双重量化</translation>
    </message>
    <message>
        <source>a little time for each layer</source>
        <translation>每层多花一点时间</translation>
    </message>
    <message>
        <source>SDPA attention</source>
        <translation>SDPA 注意力</translation>
    </message>
    <message>
        <source>same result, faster</source>
        <translation>结果相同，更快</translation>
    </message>
    <message>
        <source>%1 runs on cards of %2 and %3 only</source>
        <translation>%1 只在 %2 和 %3 的显卡上运行</translation>
    </message>
    <message>
        <source>needs the %1 package; same result</source>
        <translation>需要 %1 包；结果相同</translation>
    </message>
    <message>
        <source>needs compute capability %1</source>
        <translation>需要计算能力 %1</translation>
    </message>
    <message>
        <source>%1 has them on %2 only</source>
        <translation>%1 只在 %2 上有此功能</translation>
    </message>
    <message>
        <source>%1 has them from release %2 on there</source>
        <translation>%1 从版本 %2 起才在那里有此功能</translation>
    </message>
    <message>
        <source>Expandable segments</source>
        <translation>可扩展段</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>可扩展段</translation>
    </message>
    <message>
        <source>they are on already</source>
        <translation>已经开启</translation>
    </message>
    <message>
        <source>%1 is set before it starts; needs ROCm 7, not on Windows</source>
        <translation>启动前设置 %1；需要 ROCm 7，不适用于 Windows</translation>
    </message>
    <message>
        <source>%1 is set before it starts; not on Windows</source>
        <translation>启动前设置 %1；不适用于 Windows</translation>
    </message>
    <message>
        <source>%1: notes on CUDA</source>
        <translation>%1：CUDA 说明</translation>
    </message>
    <message>
        <source>a smaller model</source>
        <translation>较小的模型</translation>
    </message>
    <message>
        <source>small updates are lost in rounding</source>
        <translation>微小的更新会因舍入而丢失</translation>
    </message>
    <message>
        <source>answers differ in the last digits</source>
        <translation>回答在末几位有差异</translation>
    </message>
    <message>
        <source>%1: 8 or 11 bits of precision, not 24</source>
        <translation>%1：精度为 8 或 11 位，而不是 24 位</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 权重</translation>
    </message>
    <message>
        <source>Mixed precision</source>
        <translation>混合精度</translation>
    </message>
    <message>
        <source>it is on already</source>
        <translation>已经开启</translation>
    </message>
    <message>
        <source>the weights are held in 16 bits already</source>
        <translation>权重已按 16 位存放</translation>
    </message>
    <message>
        <source>Mixed precision (%1)</source>
        <translation>混合精度（%1）</translation>
    </message>
    <message>
        <source>mixed precision (%1)</source>
        <translation>混合精度（%1）</translation>
    </message>
    <message>
        <source>products round to 16 bits; faster on tensor cores</source>
        <translation>乘积舍入到 16 位；在张量核心上更快</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>算术推导</translation>
    </message>
    <message>
        <source>Completions of one micro batch at a time</source>
        <translation>一次只生成一个微批次的补全</translation>
    </message>
    <message>
        <source>completions of one micro batch at a time</source>
        <translation>一次只生成一个微批次的补全</translation>
    </message>
    <message>
        <source>more and smaller generations</source>
        <translation>生成次数更多、每次更少</translation>
    </message>
    <message>
        <source>No reference</source>
        <translation>不用参考模型</translation>
    </message>
    <message>
        <source>no reference</source>
        <translation>不用参考模型</translation>
    </message>
    <message>
        <source>nothing keeps the model near where it began</source>
        <translation>没有约束使模型不偏离起点</translation>
    </message>
    <message>
        <source>Reference computed before the training</source>
        <translation>训练前计算参考</translation>
    </message>
    <message>
        <source>reference computed before the training</source>
        <translation>训练前计算参考</translation>
    </message>
    <message>
        <source>one pass over all rows before the first step; same result</source>
        <translation>第一步之前把所有样本过一遍；结果相同</translation>
    </message>
    <message>
        <source>The engine sleeps while the model trains</source>
        <translation>训练模型时引擎休眠</translation>
    </message>
    <message>
        <source>the engine sleeps while the model trains</source>
        <translation>训练模型时引擎休眠</translation>
    </message>
    <message>
        <source>it wakes before every generation</source>
        <translation>每次生成前唤醒</translation>
    </message>
    <message>
        <source>The model that trains waits on the host</source>
        <translation>所训练的模型在主机上等待</translation>
    </message>
    <message>
        <source>the model that trains waits on the host</source>
        <translation>所训练的模型在主机上等待</translation>
    </message>
    <message>
        <source>its weights cross PCIe before and behind every generation</source>
        <translation>每次生成前后其权重都要经过 PCIe</translation>
    </message>
    <message>
        <source>%1 of the card for the engine</source>
        <translation>显卡的 %1 归引擎</translation>
    </message>
    <message>
        <source>fewer completions are drawn at once</source>
        <translation>同时抽取的补全更少</translation>
    </message>
    <message>
        <source>4-bit weights</source>
        <translation>4 位权重</translation>
    </message>
    <message>
        <source>the weights are held in %1 already</source>
        <translation>权重已按 %1 存放</translation>
    </message>
    <message>
        <source>FP8 weights, made while they are loaded</source>
        <translation>FP8 权重，加载时转换</translation>
    </message>
    <message>
        <source>slightly worse answers</source>
        <translation>回答略差</translation>
    </message>
    <message>
        <source>A checkpoint in 4 bits (%1)</source>
        <translation>4 位检查点（%1）</translation>
    </message>
    <message>
        <source>has to exist, or be made; slightly worse answers</source>
        <translation>须已存在，或另行制作；回答略差</translation>
    </message>
    <message>
        <source>worse answers the fewer the bits</source>
        <translation>位数越少回答越差</translation>
    </message>
    <message>
        <source>KV cache in %1</source>
        <translation>%1 的 KV 缓存</translation>
    </message>
    <message>
        <source>slightly worse answers at long contexts</source>
        <translation>长上下文时回答略差</translation>
    </message>
    <message>
        <source>At most %1 requests at once</source>
        <translation>最多同时 %1 个请求</translation>
    </message>
    <message>
        <source>more requests than that wait</source>
        <translation>超出的请求排队</translation>
    </message>
    <message>
        <source>Passes of %1 tokens</source>
        <translation>单次前向 %1 个 token</translation>
    </message>
    <message>
        <source>passes of %1 tokens</source>
        <translation>单次前向 %1 个 token</translation>
    </message>
    <message>
        <source>prompts take more passes</source>
        <translation>提示需要更多次前向</translation>
    </message>
    <message>
        <source>No CUDA graphs</source>
        <translation>不用 CUDA 图</translation>
    </message>
    <message>
        <source>no CUDA graphs</source>
        <translation>不用 CUDA 图</translation>
    </message>
    <message>
        <source>each token takes longer, most with small models</source>
        <translation>每个 token 更慢，小模型最明显</translation>
    </message>
    <message>
        <source>A share of %1 of the card</source>
        <translation>显卡占比 %1</translation>
    </message>
    <message>
        <source>a share of %1 of the card</source>
        <translation>显卡占比 %1</translation>
    </message>
    <message>
        <source>little is left for other programs on the card</source>
        <translation>显卡上留给其他程序的很少</translation>
    </message>
    <message>
        <source>Experts on the host</source>
        <translation>专家放在主机上</translation>
    </message>
    <message>
        <source>experts on the host</source>
        <translation>专家放在主机上</translation>
    </message>
    <message>
        <source>the processor computes the experts</source>
        <translation>由 CPU 计算专家</translation>
    </message>
    <message>
        <source>Half of the layers on the host</source>
        <translation>一半的层放在主机上</translation>
    </message>
    <message>
        <source>half of the layers on the host</source>
        <translation>一半的层放在主机上</translation>
    </message>
    <message>
        <source>the processor computes those layers</source>
        <translation>由 CPU 计算这些层</translation>
    </message>
    <message>
        <source>%1 cards that share the model</source>
        <translation>%1 张显卡分担模型</translation>
    </message>
    <message>
        <source>twice the cards</source>
        <translation>显卡加倍</translation>
    </message>
    <message>
        <source>One sequence at a time</source>
        <translation>一次一个序列</translation>
    </message>
    <message>
        <source>one sequence at a time</source>
        <translation>一次一个序列</translation>
    </message>
    <message>
        <source>%1 sequences at once</source>
        <translation>同时 %1 个序列</translation>
    </message>
    <message>
        <source>the rest waits</source>
        <translation>其余排队</translation>
    </message>
    <message>
        <source>Fewer sequences at once</source>
        <translation>减少同时的序列</translation>
    </message>
    <message>
        <source>it is 1 already</source>
        <translation>已经是 1</translation>
    </message>
    <message>
        <source>Context of %1 tokens</source>
        <translation>%1 个 token 的上下文</translation>
    </message>
    <message>
        <source>context of %1 tokens</source>
        <translation>%1 个 token 的上下文</translation>
    </message>
    <message>
        <source>longer prompts are cut</source>
        <translation>更长的提示会被截断</translation>
    </message>
    <message>
        <source>Micro batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>micro batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message>
        <source>more, smaller passes</source>
        <translation>次数更多、每次更小</translation>
    </message>
    <message>
        <source>Smaller micro batch</source>
        <translation>减小微批次</translation>
    </message>
    <message>
        <source>longer texts are cut</source>
        <translation>更长的文本会被截断</translation>
    </message>
    <message>
        <source>Quantised KV cache</source>
        <translation>量化 KV 缓存</translation>
    </message>
    <message>
        <source>quantised KV cache</source>
        <translation>量化 KV 缓存</translation>
    </message>
    <message>
        <source>slightly worse answers, slower steps</source>
        <translation>回答略差，每步更慢</translation>
    </message>
    <message>
        <source>KV cache on the host</source>
        <translation>KV 缓存放在主机上</translation>
    </message>
    <message>
        <source>each layer&apos;s keys and values cross PCIe for each token</source>
        <translation>每层的键和值对每个 token 都要经过 PCIe</translation>
    </message>
    <message>
        <source>Growing KV cache</source>
        <translation>逐步增长的 KV 缓存</translation>
    </message>
    <message>
        <source>growing KV cache</source>
        <translation>逐步增长的 KV 缓存</translation>
    </message>
    <message>
        <source>a step cannot be compiled whole: slower</source>
        <translation>一步无法整体编译：更慢</translation>
    </message>
    <message>
        <source>8-bit weights</source>
        <translation>8 位权重</translation>
    </message>
    <message>
        <source>slower: outliers are computed apart</source>
        <translation>更慢：离群值单独计算</translation>
    </message>
    <message>
        <source>layers are unpacked for each use; slightly worse answers</source>
        <translation>各层每次使用都要解包；回答略差</translation>
    </message>
    <message>
        <source>Gradient checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>nothing is trained</source>
        <translation>没有训练任何内容</translation>
    </message>
    <message>
        <source>Inference mode (no gradients)</source>
        <translation>推理模式（无梯度）</translation>
    </message>
    <message>
        <source>it runs without gradients already</source>
        <translation>已在无梯度下运行</translation>
    </message>
    <message>
        <source>Streaming in chunks of %1 tokens</source>
        <translation>按 %1 个 token 分块流式处理</translation>
    </message>
    <message>
        <source>streaming in chunks of %1 tokens</source>
        <translation>按 %1 个 token 分块流式处理</translation>
    </message>
    <message>
        <source>it streams already</source>
        <translation>已在流式处理</translation>
    </message>
    <message>
        <source>the sequence is no longer</source>
        <translation>序列没有更长</translation>
    </message>
    <message>
        <source>captures go to the host chunk by chunk; keys and values of earlier chunks stay</source>
        <translation>捕获的内容逐块送到主机；之前各块的键和值留下</translation>
    </message>
    <message>
        <source>Captures to the host at once</source>
        <translation>捕获内容立即送到主机</translation>
    </message>
    <message>
        <source>hooks send them there already</source>
        <translation>钩子已将其送到主机</translation>
    </message>
    <message>
        <source>captures to the host at once</source>
        <translation>捕获内容立即送到主机</translation>
    </message>
    <message>
        <source>each captured tensor crosses PCIe while the model runs</source>
        <translation>模型运行时每个捕获的张量都要经过 PCIe</translation>
    </message>
    <message>
        <source>Selective capture</source>
        <translation>选择性捕获</translation>
    </message>
    <message>
        <source>Hidden states only</source>
        <translation>只捕获隐藏状态</translation>
    </message>
    <message>
        <source>hidden states only</source>
        <translation>只捕获隐藏状态</translation>
    </message>
    <message>
        <source>attention weights are not captured</source>
        <translation>不捕获注意力权重</translation>
    </message>
    <message>
        <source>Residual streams alone</source>
        <translation>只捕获残差流</translation>
    </message>
    <message>
        <source>residual streams alone</source>
        <translation>只捕获残差流</translation>
    </message>
    <message>
        <source>what the other hooks see is not captured</source>
        <translation>不捕获其他钩子所见的内容</translation>
    </message>
    <message>
        <source>chosen layers only are captured already</source>
        <translation>已经只捕获所选的层</translation>
    </message>
    <message>
        <source>the model has %1 layers</source>
        <translation>模型有 %1 层</translation>
    </message>
    <message>
        <source>Selective capture, every fourth layer</source>
        <translation>选择性捕获，每四层取一层</translation>
    </message>
    <message>
        <source>selective capture, every fourth layer</source>
        <translation>选择性捕获，每四层取一层</translation>
    </message>
    <message>
        <source>the other layers&apos; states are not captured</source>
        <translation>不捕获其他层的状态</translation>
    </message>
    <message>
        <source>states cross PCIe when the card is full</source>
        <translation>显卡满时状态要经过 PCIe</translation>
    </message>
    <message>
        <source>slight noise in the update; states cross PCIe when the card is full</source>
        <translation>更新中有轻微噪声；显卡满时状态要经过 PCIe</translation>
    </message>
    <message>
        <source>slight noise in the update</source>
        <translation>更新中有轻微噪声</translation>
    </message>
    <message>
        <source>16-bit embeddings and head</source>
        <translation>16 位的嵌入和输出头</translation>
    </message>
    <message>
        <source>the loss is computed from 16-bit logits, as without 4-bit weights</source>
        <translation>损失由 16 位 logits 计算，与没有 4 位权重时相同</translation>
    </message>
    <message>
        <source>the plan trains, and needs its gradients</source>
        <translation>方案要训练，需要梯度</translation>
    </message>
    <message>
        <source>2-bit weights (GGUF)</source>
        <translation>2 位权重（GGUF）</translation>
    </message>
    <message>
        <source>GGUF types run inference only: nothing trains on them</source>
        <translation>GGUF 类型只用于推理：不能在其上训练</translation>
    </message>
    <message>
        <source>A pre-quantised model</source>
        <translation>预先量化的模型</translation>
    </message>
    <message>
        <source>the weights are held in %1 already; only loading changes</source>
        <translation>权重已按 %1 存放；只有加载不同</translation>
    </message>
    <message>
        <source>fewer weights learn</source>
        <translation>学习的权重更少</translation>
    </message>
    <message>
        <source>fewer weights learn; layers are unpacked for each use: slower steps</source>
        <translation>学习的权重更少；各层每次使用都要解包：每步更慢</translation>
    </message>
    <message>
        <source>layers are unpacked for each use: slower steps</source>
        <translation>各层每次使用都要解包：每步更慢</translation>
    </message>
    <message>
        <source>Checkpoints in every layer</source>
        <translation>每层都设检查点</translation>
    </message>
    <message>
        <source>checkpoints in every layer</source>
        <translation>每层都设检查点</translation>
    </message>
    <message>
        <source>more of the forward is run again</source>
        <translation>前向中重新运行的部分更多</translation>
    </message>
    <message>
        <source>gradient checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>Checkpoints on the host</source>
        <translation>检查点放在主机上</translation>
    </message>
    <message>
        <source>checkpoints on the host</source>
        <translation>检查点放在主机上</translation>
    </message>
    <message>
        <source>each layer&apos;s input crosses PCIe twice a step</source>
        <translation>每层的输入每步要经过 PCIe 两次</translation>
    </message>
    <message>
        <source>half as many examples a step: steps in backward do not accumulate</source>
        <translation>每步样本减半：在反向中更新时不能累积</translation>
    </message>
    <message>
        <source>Micro batch %1, accumulated %2 times</source>
        <translation>微批次 %1，累积 %2 次</translation>
    </message>
    <message>
        <source>micro batch %1, accumulated %2 times</source>
        <translation>微批次 %1，累积 %2 次</translation>
    </message>
    <message>
        <source>as many examples a step in more, smaller passes</source>
        <translation>每步样本数不变，次数更多、每次更小</translation>
    </message>
    <message>
        <source>Gradient accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>it saves nothing by itself</source>
        <translation>它本身不节省</translation>
    </message>
    <message>
        <source>longer examples are cut</source>
        <translation>更长的样本会被截断</translation>
    </message>
    <message>
        <source>Packed examples, no padding</source>
        <translation>拼接样本，不填充</translation>
    </message>
    <message>
        <source>packed examples, no padding</source>
        <translation>拼接样本，不填充</translation>
    </message>
    <message>
        <source>examples are packed into full sequences, each kept to itself</source>
        <translation>样本拼接成完整序列，彼此互不可见</translation>
    </message>
    <message>
        <source>Outputs dropped after each step</source>
        <translation>每步之后丢弃输出</translation>
    </message>
    <message>
        <source>outputs dropped after each step</source>
        <translation>每步之后丢弃输出</translation>
    </message>
    <message>
        <source>%1 at the end of the loop; same result</source>
        <translation>循环末尾执行 %1；结果相同</translation>
    </message>
    <message>
        <source>%1: frequently asked questions</source>
        <translation>%1：常见问题</translation>
    </message>
    <message>
        <source>Chunked loss</source>
        <translation>分块损失</translation>
    </message>
    <message>
        <source>chunked loss</source>
        <translation>分块损失</translation>
    </message>
    <message>
        <source>a little time; same result</source>
        <translation>多花一点时间；结果相同</translation>
    </message>
    <message>
        <source>Fused loss kernel</source>
        <translation>融合损失内核</translation>
    </message>
    <message>
        <source>%1 needs %2, which has nothing for %3</source>
        <translation>%1 需要 %2，而它不支持 %3</translation>
    </message>
    <message>
        <source>fused loss kernel</source>
        <translation>融合损失内核</translation>
    </message>
    <message>
        <source>needs %1; same result</source>
        <translation>需要 %1；结果相同</translation>
    </message>
    <message>
        <source>Fused %1</source>
        <translation>融合 %1</translation>
    </message>
    <message>
        <source>fused %1</source>
        <translation>融合 %1</translation>
    </message>
    <message>
        <source>Sharding over %1 cards (%2)</source>
        <translation>分片到 %1 张显卡（%2）</translation>
    </message>
    <message>
        <source>sharding over %1 cards (%2)</source>
        <translation>分片到 %1 张显卡（%2）</translation>
    </message>
    <message>
        <source>the weights of each layer cross between the cards</source>
        <translation>每层的权重要在显卡之间传输</translation>
    </message>
    <message>
        <source>Optimizer states on the host</source>
        <translation>优化器状态放在主机上</translation>
    </message>
    <message>
        <source>optimizer states on the host</source>
        <translation>优化器状态放在主机上</translation>
    </message>
    <message>
        <source>gradients and weights cross PCIe once a step</source>
        <translation>梯度和权重每步要经过 PCIe 一次</translation>
    </message>
    <message>
        <source>Optimizer step in backward</source>
        <translation>在反向中更新优化器</translation>
    </message>
    <message>
        <source>optimizer step in backward</source>
        <translation>在反向中更新优化器</translation>
    </message>
    <message>
        <source>the stack&apos;s loop steps after the whole backward</source>
        <translation>训练栈的循环在整个反向之后才更新</translation>
    </message>
    <message>
        <source>gradients are accumulated over several micro batches</source>
        <translation>梯度要在多个微批次上累积</translation>
    </message>
    <message>
        <source>gradients are clipped to a norm that needs all of them</source>
        <translation>梯度裁剪所用的范数需要全部梯度</translation>
    </message>
    <message>
        <source>the scaler of FP16 looks at all gradients before a step</source>
        <translation>FP16 的缩放器在更新前要查看所有梯度</translation>
    </message>
    <message>
        <source>gradients are summed over the cards before a step</source>
        <translation>更新前梯度要在各显卡之间求和</translation>
    </message>
    <message>
        <source>neither accumulation nor clipping; same result</source>
        <translation>不能累积也不能裁剪；结果相同</translation>
    </message>
    <message>
        <source>%1 rank %2</source>
        <translation>%1 秩 %2</translation>
    </message>
    <message>
        <source>less capacity to learn</source>
        <translation>学习容量更小</translation>
    </message>
    <message>
        <source>Adapters on PEFT&apos;s default modules only</source>
        <translation>只在 PEFT 的默认模块上加适配器</translation>
    </message>
    <message>
        <source>adapters on PEFT&apos;s default modules only</source>
        <translation>只在 PEFT 的默认模块上加适配器</translation>
    </message>
    <message>
        <source>fewer modules learn</source>
        <translation>学习的模块更少</translation>
    </message>
    <message>
        <source>%1 adapters</source>
        <translation>%1 适配器</translation>
    </message>
    <message>
        <source>No modules trained whole</source>
        <translation>不整体训练任何模块</translation>
    </message>
    <message>
        <source>no modules trained whole</source>
        <translation>不整体训练任何模块</translation>
    </message>
    <message>
        <source>they stay as they are: new tokens are not learnt</source>
        <translation>它们保持不变：学不到新 token</translation>
    </message>
    <message>
        <source>Plain %1, no %2</source>
        <translation>普通 %1，不用 %2</translation>
    </message>
    <message>
        <source>plain %1, no %2</source>
        <translation>普通 %1，不用 %2</translation>
    </message>
    <message>
        <source>slightly worse at low ranks; faster</source>
        <translation>低秩时略差；更快</translation>
    </message>
    <message>
        <source>No dropout before adapters</source>
        <translation>适配器前不用 dropout</translation>
    </message>
    <message>
        <source>no dropout before adapters</source>
        <translation>适配器前不用 dropout</translation>
    </message>
    <message>
        <source>small data sets are overfitted sooner</source>
        <translation>小数据集更早过拟合</translation>
    </message>
    <message>
        <source>%1 is no multiple of %2 cards</source>
        <translation>%1 不是 %2 张显卡的倍数</translation>
    </message>
    <message>
        <source>no micro batch up to %1 is accumulated at most %2 times</source>
        <translation>%1 以内没有累积不超过 %2 次的微批次</translation>
    </message>
    <message>
        <source>%1 needs %2 to %3 of %4 GiB usable, %5 of it DDP&apos;s buckets</source>
        <translation>%1 需要 %2 到 %3 GiB，可用 %4 GiB，其中 %5 为 DDP 的桶</translation>
    </message>
    <message>
        <source>%1 needs %2 to %3 of %4 GiB usable</source>
        <translation>%1 需要 %2 到 %3 GiB，可用 %4 GiB</translation>
    </message>
    <message>
        <source>all of it at once fits</source>
        <translation>全部一次放得下</translation>
    </message>
    <message>
        <source>the next larger part of it does not fit</source>
        <translation>再大一级就放不下</translation>
    </message>
    <message>
        <source>all of it at once fits; DDP&apos;s buckets of %1 GiB are counted</source>
        <translation>全部一次放得下；已计入 DDP 的桶 %1 GiB</translation>
    </message>
    <message>
        <source>the next larger part of it does not fit; DDP&apos;s buckets of %1 GiB are counted</source>
        <translation>再大一级就放不下；已计入 DDP 的桶 %1 GiB</translation>
    </message>
    <message>
        <source>%1 puts the layers on them in turn; the fullest holds %2 to %3 of %4 GiB usable</source>
        <translation>%1 把各层依次放到各卡；最满的一张占 %2 到 %3 GiB，可用 %4 GiB</translation>
    </message>
    <message>
        <source>no card with less memory fits</source>
        <translation>显存更少的显卡都放不下</translation>
    </message>
    <message>
        <source>no single card is known that holds it</source>
        <translation>没有已知的单张显卡放得下</translation>
    </message>
    <message>
        <source>%1 with a global batch of %2 (micro_batch %3): %4</source>
        <translation>%1，全局批次 %2（micro_batch %3）：%4</translation>
    </message>
    <message>
        <source>one holds all of it</source>
        <translation>一张就放得下全部</translation>
    </message>
    <message>
        <source>one card needs %1 to %2 of %3 GiB usable, and no way of splitting the plan over more of them is known to fit</source>
        <translation>一张显卡需要 %1 到 %2 GiB，可用 %3 GiB，而且没有已知的多卡划分方式放得下</translation>
    </message>
    <message>
        <source>the lowest price known, of %1</source>
        <translation>已知最低价（%1）</translation>
    </message>
    <message>
        <source>it fits on no card of an offer whose price is known</source>
        <translation>有已知价格的显卡都放不下</translation>
    </message>
    <message>
        <source>a plan that does not train</source>
        <translation>不训练的方案</translation>
    </message>
    <message>
        <source>typed in</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>not in the sum, as nobody typed it in: %1</source>
        <translation>未手动输入，故不计入合计：%1</translation>
    </message>
    <message>
        <source>a sum beyond 2^63 bytes</source>
        <translation>合计超过 2^63 字节</translation>
    </message>
    <message>
        <source>what fits into 64 bits</source>
        <translation>64 位容得下的值</translation>
    </message>
    <message>
        <source>a number that divides %1</source>
        <translation>能整除 %1 的数</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 或更多</translation>
    </message>
    <message>
        <source>%1 (or %2 typed in)</source>
        <translation>%1（或手动输入 %2）</translation>
    </message>
    <message>
        <source>integer weights have no gradients</source>
        <translation>整数权重没有梯度</translation>
    </message>
    <message>
        <source>a rank of %1</source>
        <translation>%1 个 rank 之一</translation>
    </message>
    <message>
        <source>usable of the card</source>
        <translation>显卡可用</translation>
    </message>
    <message>
        <source>weights once they are loaded</source>
        <translation>加载后的权重</translation>
    </message>
    <message>
        <source>more than that while they are loaded</source>
        <translation>加载期间额外占用</translation>
    </message>
    <message>
        <source>tokens of one sequence</source>
        <translation>一个序列的 token</translation>
    </message>
    <message>
        <source>each token of one sequence</source>
        <translation>一个序列的每个 token</translation>
    </message>
    <message>
        <source>longest sequence that fits</source>
        <translation>放得下的最长序列</translation>
    </message>
    <message>
        <source>the engine lays its memory out itself</source>
        <translation>引擎自行安排其内存</translation>
    </message>
    <message>
        <source>in tensors at most</source>
        <translation>张量最多占用</translation>
    </message>
    <message>
        <source>reserved by PyTorch&apos;s allocator</source>
        <translation>PyTorch 分配器已保留</translation>
    </message>
    <message>
        <source>of that between tensors</source>
        <translation>其中张量之间的部分</translation>
    </message>
    <message>
        <source>least that it finishes with, giving blocks back</source>
        <translation>归还块后能运行完的最小值</translation>
    </message>
    <message>
        <source>the plan computes in %1</source>
        <translation>方案以 %1 计算</translation>
    </message>
    <message>
        <source>no card is named</source>
        <translation>未指定显卡</translation>
    </message>
    <message>
        <source>%1 has no compute capability of NVIDIA&apos;s</source>
        <translation>%1 没有 NVIDIA 的计算能力</translation>
    </message>
    <message>
        <source>%1 computes in BF16: its compute capability is %2</source>
        <translation>%1 可用 BF16 计算：其计算能力为 %2</translation>
    </message>
    <message>
        <source>%1 in its place</source>
        <translation>改用 %1</translation>
    </message>
    <message>
        <source>large values overflow where BF16 rounds them</source>
        <translation>大的值会溢出，而 BF16 只是舍入</translation>
    </message>
    <message>
        <source>twice the bytes of 16 bits, and slower</source>
        <translation>字节数为 16 位的两倍，且更慢</translation>
    </message>
    <message>
        <source>taken with %1 %2</source>
        <translation>%1 %2 所占</translation>
    </message>
    <message>
        <source>left beside it</source>
        <translation>除此之外剩余</translation>
    </message>
    <message>
        <source>%1 started with less of the card</source>
        <translation>%1 启动时少占一些显卡</translation>
    </message>
    <message>
        <source>the plan leaves nothing of the card</source>
        <translation>方案没有给显卡留下空间</translation>
    </message>
    <message>
        <source>%1 started with %2</source>
        <translation>%1 以 %2 启动</translation>
    </message>
    <message>
        <source>its cache holds fewer tokens</source>
        <translation>其缓存容纳的 token 更少</translation>
    </message>
    <message>
        <source>what it leaves is enough</source>
        <translation>它留下的已足够</translation>
    </message>
    <message>
        <source>%1 stopped first</source>
        <translation>先停止 %1</translation>
    </message>
    <message>
        <source>it serves nobody meanwhile</source>
        <translation>期间不提供服务</translation>
    </message>
    <message>
        <source>Out of memory while training</source>
        <translation>训练时内存不足</translation>
    </message>
    <message>
        <source>Out of memory while generating</source>
        <translation>生成时内存不足</translation>
    </message>
    <message>
        <source>Out of memory while extracting</source>
        <translation>提取时内存不足</translation>
    </message>
    <message>
        <source>Out of memory while loading</source>
        <translation>加载时内存不足</translation>
    </message>
    <message>
        <source>Out of memory on long sequences</source>
        <translation>长序列时内存不足</translation>
    </message>
    <message>
        <source>Out of memory by fragmentation: much is reserved and little allocated</source>
        <translation>碎片导致内存不足：保留多而分配少</translation>
    </message>
    <message>
        <source>A card that does not compute in BF16</source>
        <translation>不支持 BF16 计算的显卡</translation>
    </message>
    <message>
        <source>A vLLM on the same card took its share</source>
        <translation>同一显卡上的 vLLM 占走了一部分</translation>
    </message>
    <message>
        <source>one run over %1: ranks sit on cards in the order in which they are named, and this card decides</source>
        <translation>一次运行分布在 %1 上：rank 按指定的顺序放到显卡，由这张显卡决定</translation>
    </message>
    <message>
        <source>in the order %1 it fits</source>
        <translation>按 %1 的顺序放得下</translation>
    </message>
    <message>
        <source>in the order %1 it fits better</source>
        <translation>按 %1 的顺序更宽裕</translation>
    </message>
    <message>
        <source>%1 %2 (%3 of %4 GiB usable; %5)</source>
        <translation>%1 %2（需 %3 GiB，可用 %4 GiB；%5）</translation>
    </message>
    <message>
        <source>likely up to %1 %2, sure at none: %3</source>
        <translation>%1 很可能到 %2 为止，没有确定的值：%3</translation>
    </message>
    <message>
        <source>tight up to %1 %2, sure at none: %3</source>
        <translation>%1 到 %2 为止勉强，没有确定的值：%3</translation>
    </message>
    <message>
        <source>does not count for this plan</source>
        <translation>对此方案不起作用</translation>
    </message>
    <message>
        <source>longer than the %1 positions that the model was made for</source>
        <translation>超过该模型设计的 %1 个位置</translation>
    </message>
    <message>
        <source>what is moved to the host takes the card&apos;s own memory</source>
        <translation>移到主机的内容占用显卡自身的内存</translation>
    </message>
    <message>
        <source>%1 needs at least %2 of %4 GiB usable</source>
        <translation>%1 至少需要 %2 GiB，可用 %4 GiB</translation>
    </message>
    <message>
        <source>%1 needs up to %3 GiB or more, of %4 GiB usable</source>
        <translation>%1 最多需要 %3 GiB 或更多，可用 %4 GiB</translation>
    </message>
    <message>
        <source>the largest value that is searched</source>
        <translation>搜索范围内的最大值</translation>
    </message>
    <message>
        <source>one more does not fit</source>
        <translation>再多一个就放不下</translation>
    </message>
    <message>
        <source>%1; of the cards of this run the tightest</source>
        <translation>%1；本次运行的显卡中最紧张的一张</translation>
    </message>
    <message>
        <source>tight up to %1</source>
        <translation>到 %1 为止勉强</translation>
    </message>
    <message>
        <source>%1 cards; each rank sends %2 GiB a step</source>
        <translation>%1 张显卡；每个 rank 每步发送 %2 GiB</translation>
    </message>
    <message>
        <source>one card, nothing is sent</source>
        <translation>一张显卡，无需发送</translation>
    </message>
    <message>
        <source>, and waits %1 % of it for other stages</source>
        <translation>，其中 %1 % 的时间等待其他阶段</translation>
    </message>
    <message>
        <source>; the host holds %1 GiB, which cross PCIe every step</source>
        <translation>；主机占用 %1 GiB，每步都要经过 PCIe</translation>
    </message>
    <message>
        <source>a host with %1 GiB of memory</source>
        <translation>内存为 %1 GiB 的主机</translation>
    </message>
    <message>
        <source>the host has %1 GiB</source>
        <translation>主机有 %1 GiB</translation>
    </message>
    <message>
        <source>a multiple of %1 data-parallel ranks</source>
        <translation>%1 个数据并行 rank 的倍数</translation>
    </message>
    <message>
        <source>at most %1 values; a larger %2 gives fewer</source>
        <translation>最多 %1 个值；%2 越大，值越少</translation>
    </message>
    <message>
        <source>%1 with %2 and a %3 that leads from one to the other</source>
        <translation>%1，其中 %2，且 %3 能从一端到达另一端</translation>
    </message>
    <message>
        <source>passes 2^53</source>
        <translation>超过 2^53</translation>
    </message>
    <message>
        <source>values with commas between, such as %1</source>
        <translation>以逗号分隔的值，例如 %1</translation>
    </message>
    <message>
        <source>is no number</source>
        <translation>不是数字</translation>
    </message>
    <message>
        <source>a field of the plan with one value</source>
        <translation>方案中取单个值的字段</translation>
    </message>
    <message>
        <source>a field of the plan with one value, such as %1</source>
        <translation>方案中取单个值的字段，例如 %1</translation>
    </message>
    <message>
        <source>%1 twice</source>
        <translation>%1 出现两次</translation>
    </message>
    <message>
        <source>every field once</source>
        <translation>每个字段一次</translation>
    </message>
    <message>
        <source>%1 × %2 points</source>
        <translation>%1 × %2 个点</translation>
    </message>
    <message>
        <source>it fits on no card of an offer whose price and speed are known</source>
        <translation>价格和速度已知的显卡都放不下</translation>
    </message>
    <message>
        <source>at its price of %1 no token costs less</source>
        <translation>按其 %1 的价格，每个 token 的成本已是最低</translation>
    </message>
    <message>
        <source>%1 starts, but %2 of the sequences wait: %3 is %4.</source>
        <translation>%1 可启动，但有 %2 个序列要等待：%3 为 %4。</translation>
    </message>
    <message>
        <source>%1 starts, but its cache holds %2 of %3 sequences of %4 tokens at once.</source>
        <translation>%1 可启动，但其缓存只能同时容纳 %3 个 %4 token 序列中的 %2 个。</translation>
    </message>
    <message>
        <source>%1: what is moved there still takes it</source>
        <translation>%1：移到那里的内容仍占用它</translation>
    </message>
    <message>
        <source>%1 takes %2 GiB of what shall be kept free; a smaller %3 leaves it</source>
        <translation>%1 占用了应留空部分中的 %2 GiB；减小 %3 即可留出</translation>
    </message>
    <message>
        <source>rank %1 of %2 sits here: %3</source>
        <translation>第 %1 号 rank（共 %2 个）在此卡上：%3</translation>
    </message>
    <message>
        <source>ranks %1 to %2 of %3 sit here, the fullest of them: %4</source>
        <translation>第 %1 到 %2 号 rank（共 %3 个）在此卡上，其中最满的：%4</translation>
    </message>
    <message>
        <source>each of the %1 ranks holds as much</source>
        <translation>%1 个 rank 各占同样多</translation>
    </message>
    <message>
        <source>the fullest of %1 ranks: %2</source>
        <translation>%1 个 rank 中最满的：%2</translation>
    </message>
    <message>
        <source>%1 cards are named, the plan has %2 ranks</source>
        <translation>指定了 %1 张显卡，而方案有 %2 个 rank</translation>
    </message>
    <message>
        <source>one of the %1 cards that hold the model together</source>
        <translation>共同容纳模型的 %1 张显卡之一</translation>
    </message>
    <message>
        <source>one of the %1 cards is used: nothing in this plan is spread over them</source>
        <translation>%1 张显卡中只用一张：此方案中没有内容分布到多卡</translation>
    </message>
    <message>
        <source>its host needs %1 GiB of memory while loading, %2 while training</source>
        <translation>其主机加载时需要 %1 GiB 内存，训练时 %2</translation>
    </message>
    <message>
        <source>the context assumes %1 multiprocessors, as the most similar card has</source>
        <translation>上下文按 %1 个多处理器计，与最相近的显卡一致</translation>
    </message>
    <message>
        <source>Card and host have one memory: the engine starts only where %1 are free, and %2 to %3 were at a start.</source>
        <translation>显卡和主机共用一份内存：只有 %1 空闲时引擎才启动，而一次启动时空闲 %2 到 %3。</translation>
    </message>
    <message>
        <source>Card and host have one memory: %1 on the card and %2 on the host are more than the %3 that were free at most.</source>
        <translation>显卡和主机共用一份内存：显卡上 %1 加主机上 %2，超过了最多空闲过的 %3。</translation>
    </message>
    <message>
        <source>Card and host have one memory: the engine claims %1, up to %2 of the weights&apos; file and %3 of its processes stand beside that, and %4 are free at a start.</source>
        <translation>显卡和主机共用一份内存：引擎占用 %1，另有最多 %2 的权重文件和 %3 的引擎进程，而启动时空闲 %4。</translation>
    </message>
    <message>
        <source>Card and host have one memory: up to %1 on the card and %2 on the host, and %3 are free at a start.</source>
        <translation>显卡和主机共用一份内存：显卡上最多 %1，主机上 %2，而启动时空闲 %3。</translation>
    </message>
    <message>
        <source>Card and host have one memory: it takes up to %1, and %2 are free at a start.</source>
        <translation>显卡和主机共用一份内存：最多占用 %1，而启动时空闲 %2。</translation>
    </message>
    <message>
        <source>Tight on %1: %2 %4 on the card, which shares the host&apos;s memory.</source>
        <translation>%1 勉强：显卡上 %2 %4，与主机共用内存。</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 %4 on the card, which shares the host&apos;s memory.</source>
        <translation>%1 可能放不下：显卡上 %2 %4，与主机共用内存。</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 %4 usable.</source>
        <translation>%1 可启动，部分在主机上：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Probably tight on %1: %2 of %3 %4 usable.</source>
        <translation>%1 很可能勉强：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Tight on %1: %2 of %3 %4 usable.</source>
        <translation>%1 勉强：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 of %3 %4 usable.</source>
        <translation>%1 可能放不下：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Tight</source>
        <translation>勉强</translation>
    </message>
    <message>
        <source>Unlikely</source>
        <translation>可能放不下</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Starts, %1 of %2 requests at once</source>
        <translation>可启动，同时 %1 / %2 个请求</translation>
    </message>
    <message>
        <source>Probably fits</source>
        <translation>很可能放得下</translation>
    </message>
    <message>
        <source>Probably does not fit</source>
        <translation>很可能放不下</translation>
    </message>
    <message>
        <source>Probably tight</source>
        <translation>很可能勉强</translation>
    </message>
    <message>
        <source>Starts, partly on the host</source>
        <translation>可启动，部分在主机上</translation>
    </message>
    <message>
        <source>Does not start</source>
        <translation>无法启动</translation>
    </message>
    <message>
        <source>Fits on %1</source>
        <translation>%1 放得下</translation>
    </message>
    <message>
        <source>Probably fits on %1</source>
        <translation>%1 很可能放得下</translation>
    </message>
    <message>
        <source>Tight on %1</source>
        <translation>%1 勉强</translation>
    </message>
    <message>
        <source>Probably tight on %1</source>
        <translation>%1 很可能勉强</translation>
    </message>
    <message>
        <source>Starts on %1</source>
        <translation>%1 可启动</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host</source>
        <translation>%1 可启动，部分在主机上</translation>
    </message>
    <message>
        <source>Unlikely on %1</source>
        <translation>%1 可能放不下</translation>
    </message>
    <message>
        <source>Does not fit on %1</source>
        <translation>%1 放不下</translation>
    </message>
    <message>
        <source>Probably does not fit on %1</source>
        <translation>%1 很可能放不下</translation>
    </message>
    <message>
        <source>Does not start on %1</source>
        <translation>%1 无法启动</translation>
    </message>
    <message>
        <source>Not known on %1</source>
        <translation>%1 是否放得下未知</translation>
    </message>
    <message>
        <source>Starts on %1: %2 of %3 requests at once.</source>
        <translation>%1 可启动：同时 %2 / %3 个请求。</translation>
    </message>
    <message>
        <source>Probably fits on %1: %2 of %3 %4 usable, %5 to spare.</source>
        <translation>%1 很可能放得下：需 %2 %4，可用 %3 %4，富余 %5 %4。</translation>
    </message>
    <message>
        <source>Fits on %1: %2 of %3 %4 usable, %5 to spare.</source>
        <translation>%1 放得下：需 %2 %4，可用 %3 %4，富余 %5 %4。</translation>
    </message>
    <message>
        <source>Does not start on %1 so; the load needs %2 of %3 %4 usable.</source>
        <translation>%1 这样无法启动；负载需要 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 %4 on the card beside what the host holds.</source>
        <translation>%1 放不下：除主机所占之外，显卡上 %2 %4。</translation>
    </message>
    <message>
        <source>Probably does not fit on %1: %2 of %3 %4 usable.</source>
        <translation>%1 很可能放不下：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 of %3 %4 usable.</source>
        <translation>%1 放不下：需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 %4 usable.</source>
        <translation>%1 是否放得下未知：至少需 %2 %4，可用 %3 %4。</translation>
    </message>
    <message>
        <source>%1 takes %2 of the card and keeps what the load leaves as cache: %3 requests of %4 tokens at once.</source>
        <translation>%1 占用显卡的 %2，把负载剩余的部分留作缓存：同时 %3 个 %4 token 的请求。</translation>
    </message>
    <message>
        <source>The peak is at %1.</source>
        <translation>峰值在%1。</translation>
    </message>
    <message>
        <source>The interval (%1–%2) crosses the line.</source>
        <translation>区间（%1–%2）跨过上限。</translation>
    </message>
    <message>
        <source>Runs from %1 on, but only by giving cached blocks back each step: slower, and a longer batch ends it.</source>
        <translation>从 %1 起可运行，但每步都要归还缓存的块：更慢，批次再长就会中断。</translation>
    </message>
    <message>
        <source>Needs %1 more at %2.</source>
        <translation>%2时还差 %1。</translation>
    </message>
    <message>
        <source>What is known of it needs %1 more already (%2).</source>
        <translation>仅已知的部分就还差 %1（%2）。</translation>
    </message>
    <message>
        <source>The interval has room, but the model is not known: its layers are those of one like it, as the assumptions say.</source>
        <translation>区间放得下，但模型未知：如假设所述，各层取自相似的模型。</translation>
    </message>
    <message>
        <source>%1; at least %2 are needed.</source>
        <translation>%1；至少需要 %2。</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>JSON 对象</translation>
    </message>
    <message>
        <source>at most %1 levels</source>
        <translation>最多 %1 层</translation>
    </message>
    <message>
        <source>is nested too deeply at line %1, column %2</source>
        <translation>在第 %1 行第 %2 列嵌套过深</translation>
    </message>
    <message>
        <source>%1 values</source>
        <translation>%1 个值</translation>
    </message>
    <message>
        <source>is not valid JSON at line %1, column %2 (%3)</source>
        <translation>在第 %1 行第 %2 列不是有效的 JSON（%3）</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>numbers up to %1</source>
        <translation>不超过 %1 的数字</translation>
    </message>
    <message>
        <source>cannot be read (%1)</source>
        <translation>无法读取（%1）</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>not a regular file</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>a file of at most %1 bytes</source>
        <translation>最多 %1 字节的文件</translation>
    </message>
    <message>
        <source>cannot be opened for reading</source>
        <translation>无法打开读取</translation>
    </message>
    <message>
        <source>could not be read to its end</source>
        <translation>未能读到末尾</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>读到 %1</translation>
    </message>
    <message>
        <source>accepted: %1</source>
        <translation>可接受：%1</translation>
    </message>
    <message>
        <source>a file&apos;s name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>is a folder</source>
        <translation>是文件夹</translation>
    </message>
    <message>
        <source>a folder that exists and may be written to</source>
        <translation>已存在且可写的文件夹</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>could not be written whole; what stood there is unchanged</source>
        <translation>未能完整写入；原有内容未变</translation>
    </message>
    <message>
        <source>could not be put in place: %1</source>
        <translation>未能放到位：%1</translation>
    </message>
    <message>
        <source>the driver does not say</source>
        <translation>驱动未说明</translation>
    </message>
    <message>
        <source>the driver counts it as used</source>
        <translation>驱动将其计为已用</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>this kernel&apos;s driver has no %1</source>
        <translation>此内核的驱动没有 %1</translation>
    </message>
    <message>
        <source>not visible</source>
        <translation>不可见</translation>
    </message>
    <message>
        <source>asleep: reading would wake the card</source>
        <translation>休眠中：读取会唤醒显卡</translation>
    </message>
    <message>
        <source>%1: no card of %2</source>
        <translation>%1：没有 %2 的显卡</translation>
    </message>
    <message>
        <source>%1: %2, driver %3</source>
        <translation>%1：%2，驱动 %3</translation>
    </message>
    <message>
        <source>shared memory, counted more than once</source>
        <translation>共享内存，重复计入</translation>
    </message>
    <message>
        <source>%1 processes of other users cannot be seen</source>
        <translation>看不到其他用户的 %1 个进程</translation>
    </message>
    <message>
        <source>%1 processes are outside this container</source>
        <translation>%1 个进程在此容器之外</translation>
    </message>
    <message>
        <source>there was no time to look at all of them</source>
        <translation>没有时间查看全部进程</translation>
    </message>
    <message>
        <source>the kernel tells it with CAP_PERFMON only</source>
        <translation>内核只在有 CAP_PERFMON 时提供</translation>
    </message>
    <message>
        <source>memory is shared with the CPU</source>
        <translation>内存与 CPU 共用</translation>
    </message>
    <message>
        <source>no permission to open %1 (group render)</source>
        <translation>没有打开 %1 的权限（render 组）</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>name: %1</source>
        <translation>名称：%1</translation>
    </message>
    <message>
        <source>memory: %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>reserved: %1</source>
        <translation>保留量：%1</translation>
    </message>
    <message>
        <source>busy: %1</source>
        <translation>利用率：%1</translation>
    </message>
    <message>
        <source>temperature: %1</source>
        <translation>温度：%1</translation>
    </message>
    <message>
        <source>power: %1</source>
        <translation>功率：%1</translation>
    </message>
    <message>
        <source>processes: %1</source>
        <translation>进程：%1</translation>
    </message>
    <message>
        <source>cannot be opened (error %1)</source>
        <translation>无法打开（错误 %1）</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 driver library %2: %3</source>
        <translation>%1 驱动库 %2：%3</translation>
    </message>
    <message>
        <source>%1 driver library %2: has no %3 or %4</source>
        <translation>%1 驱动库 %2：没有 %3 或 %4</translation>
    </message>
    <message>
        <source>not supported by this card</source>
        <translation>此显卡不支持</translation>
    </message>
    <message>
        <source>not in this driver</source>
        <translation>此驱动中没有</translation>
    </message>
    <message>
        <source>no permission (container or cgroup)</source>
        <translation>没有权限（容器或 cgroup）</translation>
    </message>
    <message>
        <source>blocked by the operating system</source>
        <translation>被操作系统阻止</translation>
    </message>
    <message>
        <source>the kernel module is not loaded</source>
        <translation>内核模块未加载</translation>
    </message>
    <message>
        <source>driver and library differ: restart, or load the kernel module again</source>
        <translation>驱动与库版本不一致：请重启，或重新加载内核模块</translation>
    </message>
    <message>
        <source>the GPU is lost: it fell off the bus or was reset</source>
        <translation>GPU 丢失：从总线脱落或被重置</translation>
    </message>
    <message>
        <source>the GPU needs a reset</source>
        <translation>GPU 需要重置</translation>
    </message>
    <message>
        <source>it changes while it is read</source>
        <translation>读取期间发生变化</translation>
    </message>
    <message>
        <source>this driver answers in a form that is not known</source>
        <translation>此驱动的应答格式未知</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>错误 %1</translation>
    </message>
    <message>
        <source>%1 cards: %2</source>
        <translation>%1 显卡：%2</translation>
    </message>
    <message>
        <source>%1 driver (%2): %3</source>
        <translation>%1 驱动（%2）：%3</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4</source>
        <translation>%1 驱动 %2（%3）：%4</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4 card</source>
        <translation>%1 驱动 %2（%3）：%4 张显卡</translation>
    </message>
    <message>
        <source>%1 driver %2 (%3): %4 cards</source>
        <translation>%1 驱动 %2（%3）：%4 张显卡</translation>
    </message>
    <message>
        <source>an older driver counts it as used</source>
        <translation>较旧的驱动将其计为已用</translation>
    </message>
    <message>
        <source>pids are those of the host</source>
        <translation>PID 为主机上的编号</translation>
    </message>
    <message>
        <source>some are not listed: %1</source>
        <translation>有些未列出：%1</translation>
    </message>
    <message>
        <source>under %1 the driver tells nothing of single processes</source>
        <translation>在 %1 下驱动不提供单个进程的信息</translation>
    </message>
    <message>
        <source>%1 holds %2, %3 above it.</source>
        <translation>%1 占用 %2，超出 %3。</translation>
    </message>
    <message>
        <source>%1 holds %2, as planned.</source>
        <translation>%1 占用 %2，与方案一致。</translation>
    </message>
    <message>
        <source>%1 holds %2, as much as up to %3.</source>
        <translation>%1 占用 %2，相当于方案到“%3”为止的占用。</translation>
    </message>
    <message>
        <source>%1 holds %2, less than the plan&apos;s weights.</source>
        <translation>%1 占用 %2，少于方案的权重。</translation>
    </message>
    <message>
        <source>The plan takes %1 (%2 to %3) at %4.</source>
        <translation>方案在%4时占用 %1（%2 到 %3）。</translation>
    </message>
    <message>
        <source>All that runs on the card</source>
        <translation>显卡上运行的全部内容</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>a text or %1</source>
        <translation>文本或 %1</translation>
    </message>
    <message>
        <source>a whole number from %1 on, or %2</source>
        <translation>不小于 %1 的整数，或 %2</translation>
    </message>
    <message>
        <source>a whole number from %1 on</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>a list or %1</source>
        <translation>列表或 %1</translation>
    </message>
    <message>
        <source>an object per process</source>
        <translation>每个进程一个对象</translation>
    </message>
    <message>
        <source>an object per %1</source>
        <translation>每个 %1 一个对象</translation>
    </message>
    <message>
        <source>an object of schema %1</source>
        <translation>schema 为 %1 的对象</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>第 %1 行</translation>
    </message>
    <message>
        <source>one snapshot of schema %1 a line</source>
        <translation>每行一个 schema 为 %1 的快照</translation>
    </message>
    <message>
        <source>at most %1 bytes</source>
        <translation>最多 %1 字节</translation>
    </message>
    <message>
        <source>GPU %1: %2 can be allocated now, %3 would be left.</source>
        <translation>GPU %1：现在可分配 %2，之后剩余 %3。</translation>
    </message>
    <message>
        <source>GPU %1: %2 can be allocated now by a process that runs already; a new one takes up to %3 more for itself, and %4 is free.</source>
        <translation>GPU %1：已在运行的进程现在可分配 %2；新进程自身另需最多 %3，而空闲 %4。</translation>
    </message>
    <message>
        <source>GPU %1: %2 cannot be allocated now, %3 is missing: %4 is free.</source>
        <translation>GPU %1：现在无法分配 %2，还差 %3：空闲 %4。</translation>
    </message>
    <message>
        <source>GPU %1: not known whether %2 can be allocated: %3.</source>
        <translation>GPU %1：能否分配 %2 未知：%3。</translation>
    </message>
    <message>
        <source>%1 % of the card is in use.</source>
        <translation>显卡已使用 %1 %。</translation>
    </message>
    <message>
        <source>No GPU to read.</source>
        <translation>没有可读取的 GPU。</translation>
    </message>
    <message>
        <source>No GPU has this process.</source>
        <translation>没有 GPU 上有此进程。</translation>
    </message>
    <message>
        <source>Memory in %1.</source>
        <translation>内存以 %1 计。</translation>
    </message>
    <message>
        <source>a model whose processor of pictures is known</source>
        <translation>图像处理器已知的模型</translation>
    </message>
    <message>
        <source>a preset (%1 lists them), such as %2</source>
        <translation>预设（用 %1 列出），例如 %2</translation>
    </message>
    <message>
        <source>no tensors</source>
        <translation>没有张量</translation>
    </message>
    <message>
        <source>a checkpoint that holds a model&apos;s tensors</source>
        <translation>含有模型张量的检查点</translation>
    </message>
    <message>
        <source>a git-LFS pointer: %1 are not here, %2 brings them</source>
        <translation>git-LFS 指针：%1 不在此处，用 %2 取得</translation>
    </message>
    <message>
        <source>a model&apos;s %1, a folder that holds one, a %2 or %3 file</source>
        <translation>模型的 %1、含有它的文件夹，或 %2 或 %3 文件</translation>
    </message>
    <message>
        <source>a folder that holds a %1</source>
        <translation>含有 %1 的文件夹</translation>
    </message>
    <message>
        <source>the base model, with the adapter beside it: %1</source>
        <translation>基础模型，并附上适配器：%1</translation>
    </message>
    <message>
        <source>this is an adapter that names no base model: name it</source>
        <translation>这是未指明基础模型的适配器：请指定基础模型</translation>
    </message>
    <message>
        <source>this is an adapter of %1: name the base model, which is neither in the local Hugging Face cache nor a preset</source>
        <translation>这是 %1 的适配器：请指定基础模型，它既不在本地 Hugging Face 缓存中，也不是预设</translation>
    </message>
    <message>
        <source>%1 is a %2: its base model %3 was read</source>
        <translation>%1 是 %2：已读取其基础模型 %3</translation>
    </message>
    <message>
        <source>a file or folder that is here, or %1</source>
        <translation>此处已有的文件或文件夹，或 %1</translation>
    </message>
    <message>
        <source>it is not here; by its name it has the shape of the preset %1 (%2)</source>
        <translation>它不在此处；按名称它与预设 %1 结构相同（%2）</translation>
    </message>
    <message>
        <source>%1 is not in the local Hugging Face cache: it has the shape of the preset %2 (%3), which was taken</source>
        <translation>%1 不在本地 Hugging Face 缓存中：采用了结构相同的预设 %2（%3）</translation>
    </message>
    <message>
        <source>%1 of its weights was read from the name, as this owner publishes it: %2</source>
        <translation>其权重的 %1 按此发布者的惯例从名称读出：%2</translation>
    </message>
    <message>
        <source>%1 is not in the local Hugging Face cache: %2, which is, was taken for its shape</source>
        <translation>%1 不在本地 Hugging Face 缓存中：采用了缓存中 %2 的结构</translation>
    </message>
    <message>
        <source>a model of the local Hugging Face cache (%1), or %2</source>
        <translation>本地 Hugging Face 缓存中的模型（%1），或 %2</translation>
    </message>
    <message>
        <source>a preset, a path to a %1, a configuration object or a Hub id</source>
        <translation>预设、%1 的路径、配置对象或 Hub ID</translation>
    </message>
    <message>
        <source>such a guess may be off by half or to twice: %1 or the header of a %2 file beside the configuration says how many parameters there are</source>
        <translation>这种推测可能差到一半或两倍：%1 或配置旁 %2 文件的文件头会说明参数数量</translation>
    </message>
    <message>
        <source>a model with a %1</source>
        <translation>有 %1 的模型</translation>
    </message>
    <message>
        <source>the step of model type %1 is not described</source>
        <translation>模型类型 %1 的一步没有描述</translation>
    </message>
    <message>
        <source>%1 is absent; %2 was told by %3</source>
        <translation>缺少 %1；%2 由 %3 推断</translation>
    </message>
    <message>
        <source>%1 is absent; %2 was read from %3</source>
        <translation>缺少 %1；%2 从 %3 读取</translation>
    </message>
    <message>
        <source>a JSON %1</source>
        <translation>JSON %1</translation>
    </message>
    <message>
        <source>the weights are a git-LFS pointer: %1 are not here, %2 brings them; %3 was read</source>
        <translation>权重是 git-LFS 指针：%1 不在此处，用 %2 取得；读取了 %3</translation>
    </message>
    <message>
        <source>the weights are %4 git-LFS pointers: %1 are not here, %2 brings them; %3 was read</source>
        <translation>权重是 %4 个 git-LFS 指针：%1 不在此处，用 %2 取得；读取了 %3</translation>
    </message>
    <message>
        <source>%1 of the %2 files that %3 names are not here; %4 was read</source>
        <translation>%3 所列的 %2 个文件中有 %1 个不在此处；读取了 %4</translation>
    </message>
    <message>
        <source>%1 says that its %2 files hold %3, they hold %4: what they hold is what is loaded</source>
        <translation>%1 称其 %2 个文件共 %3，实际为 %4：加载的是实际内容</translation>
    </message>
    <message>
        <source>%1 says %2 of weights, %3 makes %4: the files may be of another model, dtype or quantisation; %3 was taken</source>
        <translation>%1 称权重为 %2，按 %3 为 %4：文件可能属于其他模型、dtype 或量化；采用了 %3</translation>
    </message>
    <message>
        <source>%1 beside it is a %2 of %3; %4 was read</source>
        <translation>旁边的 %1 是 %3 的 %2；读取了 %4</translation>
    </message>
    <message>
        <source>%1 holds the same weights in the makers&apos; own format; those of %2 were taken</source>
        <translation>%1 以发布者自己的格式存有相同权重；采用了 %2 的权重</translation>
    </message>
    <message>
        <source>%1 says %2 %3, %4 says %5 %6, which was taken</source>
        <translation>%1 称 %2 为 %3，%4 称 %5 为 %6，采用后者</translation>
    </message>
    <message>
        <source>%1 names a quantisation, %2 none: %3 reads %2 alone, which was taken; set %4 for the other</source>
        <translation>%1 指明了量化，%2 没有：%3 只读取 %2，已采用它；若要前者请设置 %4</translation>
    </message>
    <message>
        <source>%1 was read of several files; not read: %2</source>
        <translation>多个文件中读取了 %1；未读取：%2</translation>
    </message>
    <message>
        <source>%1 has %2 parameters, %3 were counted</source>
        <translation>%1 有 %2 个参数，计得 %3 个</translation>
    </message>
    <message>
        <source>%1 has %2 parameters: the guessed decoder&apos;s MLPs are as wide as fill them, so that weights are the file&apos;s; activations are a guess</source>
        <translation>%1 有 %2 个参数：所推测解码器的 MLP 宽度取到凑满该数，使权重与文件一致；激活为推测值</translation>
    </message>
    <message>
        <source>They part in step %1, %2.</source>
        <translation>二者在第 %1 步的%2处开始不同。</translation>
    </message>
    <message>
        <source>measured has %1 × %2 B more: %3</source>
        <translation>实测多 %1 × %2 B：%3</translation>
    </message>
    <message>
        <source>the plan has %1 × %2 B more: %3</source>
        <translation>方案多 %1 × %2 B：%3</translation>
    </message>
    <message>
        <source>it is what is held at one moment, by all processes; %1 says it of a run, and %2 names a card to plan for</source>
        <translation>这是某一时刻所有进程的占用；一次运行的占用用 %1 得出，要规划的显卡用 %2 指定</translation>
    </message>
    <message>
        <source>percents of memory alone</source>
        <translation>只有内存百分比</translation>
    </message>
    <message>
        <source>more than is read</source>
        <translation>超出读取上限</translation>
    </message>
    <message>
        <source>at most %1 MiB when unpacked</source>
        <translation>解压后最多 %1 MiB</translation>
    </message>
    <message>
        <source>what is packed is damaged or cut off</source>
        <translation>压缩内容损坏或被截断</translation>
    </message>
    <message>
        <source>no figure of memory</source>
        <translation>没有内存数字</translation>
    </message>
    <message>
        <source>what was allocated before the Trainer was made is not in these figures</source>
        <translation>创建 Trainer 之前分配的内容不在这些数字中</translation>
    </message>
    <message>
        <source>a log with memory in it</source>
        <translation>含有内存信息的日志</translation>
    </message>
    <message>
        <source>It ran out of memory.</source>
        <translation>内存耗尽。</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>注意：%1</translation>
    </message>
    <message>
        <source>Not covered: %1</source>
        <translation>未涵盖：%1</translation>
    </message>
    <message>
        <source>bytes, or null</source>
        <translation>字节数，或 null</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>the measurement</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>a preset or the configuration itself: a name may say whose model it is</source>
        <translation>预设或配置本身：名称可能透露模型归属</translation>
    </message>
    <message>
        <source>the card has %1</source>
        <translation>显卡有 %1</translation>
    </message>
    <message>
        <source>%1 more were asked for and refused</source>
        <translation>又请求 %1，被拒绝</translation>
    </message>
    <message>
        <source>%1 of the card were free then</source>
        <translation>当时显卡空闲 %1</translation>
    </message>
    <message>
        <source>other processes held %1 of the card</source>
        <translation>其他进程占用显卡 %1</translation>
    </message>
    <message>
        <source>the process was allowed %1 of the card</source>
        <translation>进程获准使用显卡 %1</translation>
    </message>
    <message>
        <source>%1 of it in private pools (CUDA graphs)</source>
        <translation>其中 %1 在私有池中（CUDA 图）</translation>
    </message>
    <message>
        <source>one request of the whole length takes a cache of %1</source>
        <translation>一个完整长度的请求需要 %1 缓存</translation>
    </message>
    <message>
        <source>%1 are there for the cache</source>
        <translation>可用于缓存的有 %1</translation>
    </message>
    <message>
        <source>length that was asked for: %1 tokens</source>
        <translation>所请求的长度：%1 个 token</translation>
    </message>
    <message>
        <source>longest that starts: %1 tokens</source>
        <translation>可启动的最大长度：%1 个 token</translation>
    </message>
    <message>
        <source>%1 of the host were asked for</source>
        <translation>请求主机内存 %1</translation>
    </message>
    <message>
        <source>%1 of the host were free</source>
        <translation>主机内存空闲 %1</translation>
    </message>
    <message>
        <source>no such message</source>
        <translation>没有此类报错信息</translation>
    </message>
    <message>
        <source>%1&apos;s message that memory ran out</source>
        <translation>%1 的内存耗尽报错</translation>
    </message>
    <message>
        <source>with the plan that ran, %1 tells what takes the memory, and what takes it off</source>
        <translation>有了所运行的方案，%1 会说明什么占用内存、如何减少</translation>
    </message>
    <message>
        <source>%1 at byte %2</source>
        <translation>%1，位于字节 %2</translation>
    </message>
    <message>
        <source>plain data: dicts, lists, tuples, texts and numbers, protocols 2 to 5</source>
        <translation>纯数据：dict、list、tuple、文本和数字，协议 2 到 5</translation>
    </message>
    <message>
        <source>the end of the file</source>
        <translation>文件结尾</translation>
    </message>
    <message>
        <source>more than is read: %1</source>
        <translation>超出读取上限：%1</translation>
    </message>
    <message>
        <source>more for what stands in another list or dict already</source>
        <translation>向已放入其他 list 或 dict 的内容追加</translation>
    </message>
    <message>
        <source>a record that stands twice</source>
        <translation>重复出现的记录</translation>
    </message>
    <message>
        <source>a page whose figures are a picture</source>
        <translation>数据是图片的页面</translation>
    </message>
    <message>
        <source>the same timeline as %1</source>
        <translation>同一时间线的 %1 格式</translation>
    </message>
    <message>
        <source>[times, sizes by category]</source>
        <translation>[时间点，各类别大小]</translation>
    </message>
    <message>
        <source>the trace is no whole JSON</source>
        <translation>该 trace 不是完整的 JSON</translation>
    </message>
    <message>
        <source>no memory of a card</source>
        <translation>没有显卡的内存数据</translation>
    </message>
    <message>
        <source>a trace with %1</source>
        <translation>带有 %1 的 trace</translation>
    </message>
    <message>
        <source>a snapshot shows the segments of PyTorch&apos;s plain allocator</source>
        <translation>快照显示的是 PyTorch 普通分配器的段</translation>
    </message>
    <message>
        <source>a trace says what was asked for: what blocks hold beside it (up to 1 MiB each) is not in the allocated figures</source>
        <translation>trace 记录的是请求的大小：内存块中多出的部分（每块至多 1 MiB）不计入已分配的数值</translation>
    </message>
    <message>
        <source>no trace was recorded: the figures are those at its end</source>
        <translation>没有记录 trace：数值取自结束时刻</translation>
    </message>
    <message>
        <source>a pickle without lists of %1 and %2</source>
        <translation>没有 %1 与 %2 列表的 pickle</translation>
    </message>
    <message>
        <source>this method of %1 is not planned</source>
        <translation>%1 的这种方法不在规划范围内</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 adapter</source>
        <translation>%1 适配器</translation>
    </message>
    <message>
        <source>%1 adapter of rank %2 on %3 modules</source>
        <translation>%1 适配器，秩 %2，作用于 %3 个模块</translation>
    </message>
    <message>
        <source>%1 adapter of rank %2</source>
        <translation>%1 适配器，秩 %2</translation>
    </message>
    <message>
        <source>a GGUF header</source>
        <translation>GGUF 文件头</translation>
    </message>
    <message>
        <source>%1, too large for 64-bit sizes</source>
        <translation>%1，超出 64 位大小</translation>
    </message>
    <message>
        <source>more than %1 bytes of tensors</source>
        <translation>超过 %1 字节的张量</translation>
    </message>
    <message>
        <source>a value of type %1</source>
        <translation>类型为 %1 的值</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>文本结尾</translation>
    </message>
    <message>
        <source>%1 of %2 dimensions</source>
        <translation>%2 维的 %1</translation>
    </message>
    <message>
        <source>%1 of tensor type %2</source>
        <translation>张量类型为 %2 的 %1</translation>
    </message>
    <message>
        <source>%1, which does not fill blocks of %2</source>
        <translation>%1，不能填满大小为 %2 的块</translation>
    </message>
    <message>
        <source>no GGUF magic</source>
        <translation>没有 GGUF 魔数</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>%1 tensors, %2 keys</source>
        <translation>%1 个张量，%2 个键</translation>
    </message>
    <message>
        <source>a header of more than %1 bytes</source>
        <translation>超过 %1 字节的文件头</translation>
    </message>
    <message>
        <source>a revision that the local Hugging Face cache holds</source>
        <translation>本地 Hugging Face 缓存中已有的修订版</translation>
    </message>
    <message>
        <source>revision %1 is not in %2</source>
        <translation>修订版 %1 不在 %2 中</translation>
    </message>
    <message>
        <source>a %1 pointer</source>
        <translation>%1 指针</translation>
    </message>
    <message>
        <source>an adapter&apos;s configuration (%1)</source>
        <translation>适配器的配置（%1）</translation>
    </message>
    <message>
        <source>an %1 configuration</source>
        <translation>%1 配置</translation>
    </message>
    <message>
        <source>a %1 configuration</source>
        <translation>%1 配置</translation>
    </message>
    <message>
        <source>a %1 file</source>
        <translation>%1 文件</translation>
    </message>
    <message>
        <source>a model in %1 format</source>
        <translation>%1 格式的模型</translation>
    </message>
    <message>
        <source>a model&apos;s weights in %1 format</source>
        <translation>%1 格式的模型权重</translation>
    </message>
    <message>
        <source>a model&apos;s weights in PyTorch&apos;s own format</source>
        <translation>PyTorch 自有格式的模型权重</translation>
    </message>
    <message>
        <source>a tokenizer&apos;s file</source>
        <translation>分词器的文件</translation>
    </message>
    <message>
        <source>a model&apos;s settings for generation</source>
        <translation>模型的生成设置</translation>
    </message>
    <message>
        <source>a processor&apos;s configuration</source>
        <translation>处理器的配置</translation>
    </message>
    <message>
        <source>the index of a model&apos;s shards</source>
        <translation>模型分片的索引</translation>
    </message>
    <message>
        <source>a quantiser&apos;s configuration</source>
        <translation>量化器的配置</translation>
    </message>
    <message>
        <source>a model&apos;s parameters in Meta&apos;s or Mistral&apos;s own format</source>
        <translation>Meta 或 Mistral 自有格式的模型参数</translation>
    </message>
    <message>
        <source>the state of a training run</source>
        <translation>训练运行的状态</translation>
    </message>
    <message>
        <source>a model&apos;s configuration</source>
        <translation>模型的配置</translation>
    </message>
    <message>
        <source>a plan of %1</source>
        <translation>%1 的方案</translation>
    </message>
    <message>
        <source>a session of %1</source>
        <translation>%1 的会话</translation>
    </message>
    <message>
        <source>an estimate of %1</source>
        <translation>%1 的估算</translation>
    </message>
    <message>
        <source>a page of text</source>
        <translation>一页文本</translation>
    </message>
    <message>
        <source>no JSON from byte %1</source>
        <translation>自第 %1 字节起不是 JSON</translation>
    </message>
    <message>
        <source>a safetensors header</source>
        <translation>safetensors 文件头</translation>
    </message>
    <message>
        <source>a list of two whole numbers</source>
        <translation>两个整数的列表</translation>
    </message>
    <message>
        <source>a truth value</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>负数</translation>
    </message>
    <message>
        <source>a fraction</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>one more dimension</source>
        <translation>多出一个维度</translation>
    </message>
    <message>
        <source>a third offset</source>
        <translation>第三个偏移量</translation>
    </message>
    <message>
        <source>an object of tensors</source>
        <translation>由张量组成的对象</translation>
    </message>
    <message>
        <source>a list of at most %1 whole numbers</source>
        <translation>至多 %1 个整数的列表</translation>
    </message>
    <message>
        <source>an object with %1, %2 and %3</source>
        <translation>含 %1、%2 和 %3 的对象</translation>
    </message>
    <message>
        <source>a type such as %1</source>
        <translation>类型，例如 %1</translation>
    </message>
    <message>
        <source>the start, then the end</source>
        <translation>先起点，后终点</translation>
    </message>
    <message>
        <source>%1 bits</source>
        <translation>%1 位</translation>
    </message>
    <message>
        <source>more than 64-bit sizes hold</source>
        <translation>超出 64 位所能表示的大小</translation>
    </message>
    <message>
        <source>what fills %1, %2</source>
        <translation>恰好填满 %1 的大小，即 %2</translation>
    </message>
    <message>
        <source>at most an exbibyte of tensors</source>
        <translation>张量合计至多 1 EiB</translation>
    </message>
    <message>
        <source>one more tensor</source>
        <translation>多出一个张量</translation>
    </message>
    <message>
        <source>a safetensors file</source>
        <translation>safetensors 文件</translation>
    </message>
    <message>
        <source>a header of %1 bytes</source>
        <translation>%1 字节的文件头</translation>
    </message>
    <message>
        <source>a header within the file, at most %1</source>
        <translation>位于文件之内、至多 %1 的文件头</translation>
    </message>
    <message>
        <source>more than 10,000 files</source>
        <translation>超过 10,000 个文件</translation>
    </message>
    <message>
        <source>a %1</source>
        <translation>%1 文件</translation>
    </message>
    <message>
        <source>names of files in the same folder</source>
        <translation>同一文件夹中的文件名</translation>
    </message>
    <message>
        <source>a broken header</source>
        <translation>损坏的文件头</translation>
    </message>
    <message>
        <source>%1 bytes of tensors</source>
        <translation>%1 字节的张量</translation>
    </message>
    <message>
        <source>at most the %1 in the file</source>
        <translation>至多为文件中的 %1</translation>
    </message>
    <message>
        <source>a checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>only the tensors are known; give the configuration too to plan a step</source>
        <translation>只知道张量；要规划一步，还需给出配置</translation>
    </message>
    <message>
        <source>array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>布尔</translation>
    </message>
    <message>
        <source>null</source>
        <translation>空值</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>the step of %1 is not described</source>
        <translation>%1 的一步尚未收录</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it</source>
        <translation>整数，训练好的模型的配置都有它</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it; %1 is missing too</source>
        <translation>整数，训练好的模型的配置都有它；还缺少 %1</translation>
    </message>
    <message>
        <source>a whole number, as every configuration of a trained model has it; %1 are missing too</source>
        <translation>整数，训练好的模型的配置都有它；还缺少 %1</translation>
    </message>
    <message>
        <source>%1: %2 keys are absent, taken from the class&apos;s defaults (%3): %4</source>
        <translation>%1：缺少 %2 个键，取该类的默认值（%3）：%4</translation>
    </message>
    <message>
        <source>%1 keys are absent, taken from the class&apos;s defaults (%2): %3</source>
        <translation>缺少 %1 个键，取该类的默认值（%2）：%3</translation>
    </message>
    <message>
        <source>%1: absent in the configuration, as the class of %2 assumes</source>
        <translation>%1：配置中没有，按 %2 的类所假定</translation>
    </message>
    <message>
        <source>a whole number of at most %1</source>
        <translation>至多为 %1 的整数</translation>
    </message>
    <message>
        <source>a list of whole numbers of at most %1</source>
        <translation>至多为 %1 的整数的列表</translation>
    </message>
    <message>
        <source>JSON nested deeper than %1 levels</source>
        <translation>嵌套超过 %1 层的 JSON</translation>
    </message>
    <message>
        <source>a configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>it ends in the middle of a value</source>
        <translation>在一个值的中间结束</translation>
    </message>
    <message>
        <source>not JSON from byte %1</source>
        <translation>自第 %1 字节起不是 JSON</translation>
    </message>
    <message>
        <source>a whole JSON object</source>
        <translation>完整的 JSON 对象</translation>
    </message>
    <message>
        <source>a number that is out of range</source>
        <translation>超出范围的数字</translation>
    </message>
    <message>
        <source>numbers of at most %1 bits</source>
        <translation>至多 %1 位的数字</translation>
    </message>
    <message>
        <source>an activation of %1 (%2, …)</source>
        <translation>%1 的激活函数（%2 等）</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) are unpacked to %3 while they are loaded: %4 keeps them as fused parameters, which %5 does not pack. %6 holds them as stored.</source>
        <translation>专家（%2 中的 %1）在加载时解包为 %3：%4 把它们存为融合参数，而 %5 不打包融合参数。%6 可按存储形式保留。</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) are not loaded: %4 keeps them as fused parameters in %3 and knows no way from packed %5 experts to them, so they stay as initialised and the model answers nonsense. %6 load this checkpoint.</source>
        <translation>专家（%2 中的 %1）不会被加载：%4 以 %3 把它们存为融合参数，无法由打包的 %5 专家转换而来，因此它们停留在初始值，模型会答非所问。%6 可加载此检查点。</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 does not pack. vLLM, llama.cpp, Unsloth or transformers 4 hold them packed.</source>
        <translation>专家（%2 中的 %1）保持 %3：%4 把它们存为融合参数，而 %5 不打包融合参数。vLLM、llama.cpp、Unsloth 或 transformers 4 可保持打包。</translation>
    </message>
    <message>
        <source>The experts (%1 of %2) stay in %3: %4 keeps them as fused parameters, which %5 does not pack. vLLM, llama.cpp or Unsloth hold them packed.</source>
        <translation>专家（%2 中的 %1）保持 %3：%4 把它们存为融合参数，而 %5 不打包融合参数。vLLM、llama.cpp 或 Unsloth 可保持打包。</translation>
    </message>
    <message>
        <source>transformers unpacks this FP8 checkpoint to %1 while it is loaded: it computes in FP8 from compute capability %2 on, this card has %3. %4 keeps FP8 on it.</source>
        <translation>transformers 加载此 FP8 检查点时会解包为 %1：它从计算能力 %2 起才以 FP8 计算，此显卡为 %3。%4 在此显卡上可保持 FP8。</translation>
    </message>
    <message>
        <source>transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: it needs compute capability %2, this card has %3.</source>
        <translation>transformers 加载此 MXFP4 检查点时会解包为 %1：它需要计算能力 %2，此显卡为 %3。</translation>
    </message>
    <message>
        <source>transformers unpacks this MXFP4 checkpoint to %1 while it is loaded: the package %2 is missing, and with it the kernels that keep it packed.</source>
        <translation>transformers 加载此 MXFP4 检查点时会解包为 %1：缺少软件包 %2，也就缺少保持打包的内核。</translation>
    </message>
    <message>
        <source>transformers unpacks this checkpoint (%2) to %1 while it is loaded.</source>
        <translation>transformers 加载此检查点（%2）时会解包为 %1。</translation>
    </message>
    <message>
        <source>Planned with the package %1 installed, which %2 alone does not bring: without it all of %3 is unpacked while it is loaded, to %4.</source>
        <translation>按已安装软件包 %1 规划，仅装 %2 并不会带上它：没有它，%3 会在加载时全部解包为 %4。</translation>
    </message>
    <message>
        <source>transformers does not know %1: it builds the model unquantised, and the packed weights do not fit into it. Use %2; what is counted here is the checkpoint as they hold it.</source>
        <translation>transformers 不认识 %1：它按未量化构建模型，打包的权重放不进去。请用 %2；此处按它们所持有的检查点计算。</translation>
    </message>
    <message>
        <source>%1 does not know %2 by itself and refuses this checkpoint without a plug-in; what is counted here is the checkpoint as it is stored.</source>
        <translation>%1 本身不认识 %2，没有插件会拒绝此检查点；此处按检查点的存储形式计算。</translation>
    </message>
    <message>
        <source>Counted is the language model alone (%1), which %2 loads; the checkpoint has towers beside it, which other classes and engines load too.</source>
        <translation>只计算 %2 所加载的语言模型（%1）；检查点另有编码塔，其他类和推理引擎也会加载。</translation>
    </message>
    <message>
        <source>Nothing is quantised: transformers finds no module in %1 that %2 replaces, so the whole model stays in 16 bit or as it was asked for.</source>
        <translation>没有任何量化：transformers 在 %1 中找不到 %2 可替换的模块，整个模型保持 16 位或所要求的类型。</translation>
    </message>
    <message>
        <source>transformers unpacks a GGUF file (%1) to %2 while it is loaded (%3). %4 keeps its blocks.</source>
        <translation>transformers 加载 GGUF 文件（%1）时会解包为 %2（%3）。%4 可保持其块。</translation>
    </message>
    <message>
        <source>compressed-tensors unpacks every matrix when the model first runs: %1 after loading, %2 from then on. %3 keeps them packed.</source>
        <translation>compressed-tensors 在模型首次运行时解包所有矩阵：加载后为 %1，此后为 %2。%3 可保持打包。</translation>
    </message>
    <message>
        <source>transformers loads %1 in %2 where %3 was asked for.</source>
        <translation>要求的是 %3，transformers 以 %2 加载 %1。</translation>
    </message>
    <message>
        <source>The load fails: the kernel that gptqmodel picks for this card does not read %1 (%2 x %3), and transformers does not fall back. Name another backend (%4), or use %5; what is counted here is what those hold.</source>
        <translation>加载失败：gptqmodel 为此显卡选用的内核不能读取 %1（%2 x %3），transformers 也不会改用其他内核。请指定其他后端（%4），或使用 %5；此处按它们所持有的计算。</translation>
    </message>
    <message>
        <source>another method</source>
        <translation>另一种方法</translation>
    </message>
    <message>
        <source>transformers finds no Linear in %1 that AWQ could replace: the load fails</source>
        <translation>transformers 在 %1 中找不到 AWQ 可替换的 Linear：加载失败</translation>
    </message>
    <message>
        <source>%1 reads no GGUF; %2 does</source>
        <translation>%1 不读取 GGUF；%2 可以</translation>
    </message>
    <message>
        <source>compute capability %1 or more</source>
        <translation>计算能力 %1 或更高</translation>
    </message>
    <message>
        <source>%1 needs compute capability %2, this card has %3: %4 runs such checkpoints on it</source>
        <translation>%1 需要计算能力 %2，此显卡为 %3：%4 可在其上运行这类检查点</translation>
    </message>
    <message>
        <source>transformers loads %1 in %2 only</source>
        <translation>transformers 只以 %2 加载 %1</translation>
    </message>
    <message>
        <source>transformers finds no list of layers in %1 that it could load as %2: the load fails; %3 loads such checkpoints</source>
        <translation>transformers 在 %1 中找不到可按 %2 加载的层列表：加载失败；%3 可加载这类检查点</translation>
    </message>
    <message>
        <source>transformers cannot hold the experts of %1 in FP8: the load fails; %2 does</source>
        <translation>transformers 无法以 FP8 保存 %1 的专家：加载失败；%2 可以</translation>
    </message>
    <message>
        <source>both halves of %1</source>
        <translation>%1 的两半</translation>
    </message>
    <message>
        <source>%1 cannot wrap one of two projections that are fused into one parameter</source>
        <translation>两个投影融合为一个参数时，%1 无法只包装其中一个</translation>
    </message>
    <message>
        <source>names, a regular expression or %1</source>
        <translation>名称、正则表达式或 %1</translation>
    </message>
    <message>
        <source>%1 has no default targets for model type %2</source>
        <translation>%1 没有模型类型 %2 的默认目标模块</translation>
    </message>
    <message>
        <source>%1 converts the targets of model type %2 before it looks for defaults, and then finds none</source>
        <translation>%1 先转换模型类型 %2 的目标模块再查找默认值，结果找不到</translation>
    </message>
    <message>
        <source>names of parameters of this model</source>
        <translation>此模型的参数名</translation>
    </message>
    <message>
        <source>no parameter named %1</source>
        <translation>没有名为 %1 的参数</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 个字符</translation>
    </message>
    <message>
        <source>a regular expression of at most %1</source>
        <translation>至多 %1 的正则表达式</translation>
    </message>
    <message>
        <source>a regular expression with numbers of at most 9 digits</source>
        <translation>其中数字至多 9 位的正则表达式</translation>
    </message>
    <message>
        <source>a regular expression without %1 where so much repeats</source>
        <translation>在重复如此之多处不含 %1 的正则表达式</translation>
    </message>
    <message>
        <source>a regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>%1 was read from the name %2, as such checkpoints are mostly published; its own %3 decides</source>
        <translation>%1 读自名称 %2，这类检查点大多如此发布；以其自身的 %3 为准</translation>
    </message>
    <message>
        <source>%1 in the name %2 is no type of %5: %3 was taken, from which the file may differ by %4 %</source>
        <translation>名称 %2 中的 %1 不是 %5 的类型：取 %3，文件可能与之相差 %4 %</translation>
    </message>
    <message>
        <source>%1 in the name %2 is a mix of %5&apos;s own, chosen layer by layer for each model: %3 was taken, from which its files differ by up to %4 %</source>
        <translation>名称 %2 中的 %1 是 %5 自有的混合类型，按模型逐层选定：取 %3，其文件与之至多相差 %4 %</translation>
    </message>
    <message>
        <source>the name %1 says how many bits its weights have (%2), not how they are packed: %3 was taken</source>
        <translation>名称 %1 说明了权重的位数（%2），未说明打包方式：取 %3</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2), not how: they were not taken so</source>
        <translation>名称 %1 说明权重已打包（%2），未说明方式：未按此处理</translation>
    </message>
    <message>
        <source>the name %1 says that its weights are packed (%2), not how: in 16 bits, as planned, they are about %3 times larger</source>
        <translation>名称 %1 说明权重已打包（%2），未说明方式：按 16 位规划，约大 %3 倍</translation>
    </message>
    <message>
        <source>1 to 32 bits</source>
        <translation>1 到 32 位</translation>
    </message>
    <message>
        <source>%1 (whole rows) or a group&apos;s size</source>
        <translation>%1（整行）或分组大小</translation>
    </message>
    <message>
        <source>what %1 stores of a matrix is not described</source>
        <translation>%1 如何存储矩阵尚未收录</translation>
    </message>
    <message>
        <source>a regular expression without look-behind</source>
        <translation>不含后行断言的正则表达式</translation>
    </message>
    <message>
        <source>the sparse format %1 of compressed-tensors is not described</source>
        <translation>compressed-tensors 的稀疏格式 %1 尚未收录</translation>
    </message>
    <message>
        <source>%1 without %2 does not say what is packed how</source>
        <translation>只有 %1 而没有 %2，无从得知各部分如何打包</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>%1 个数字的列表</translation>
    </message>
    <message>
        <source>the sizes of every layer</source>
        <translation>每一层的大小</translation>
    </message>
    <message>
        <source>GPTQ in the format %1 is not described; the format gptq is</source>
        <translation>GPTQ 的格式 %1 尚未收录；已收录的是 gptq</translation>
    </message>
    <message>
        <source>AWQ of the version %1 is not described; gemm and gemv are</source>
        <translation>AWQ 的版本 %1 尚未收录；已收录的是 gemm 和 gemv</translation>
    </message>
    <message>
        <source>AutoRound&apos;s data type %1 is not described</source>
        <translation>AutoRound 的数据类型 %1 尚未收录</translation>
    </message>
    <message>
        <source>1 to 8 bits</source>
        <translation>1 到 8 位</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>a number within %1 bits</source>
        <translation>%1 位以内的数字</translation>
    </message>
    <message>
        <source>numbers whose result fits into %1 bits</source>
        <translation>结果不超过 %1 位的数字</translation>
    </message>
    <message>
        <source>a list without it</source>
        <translation>不含它的列表</translation>
    </message>
    <message>
        <source>a list that holds it</source>
        <translation>包含它的列表</translation>
    </message>
    <message>
        <source>more entries</source>
        <translation>更多条目</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>names of this model&apos;s modules or a pattern over its parameters, such as %1</source>
        <translation>此模型的模块名或匹配其参数的模式，例如 %1</translation>
    </message>
    <message>
        <source>no parameter of %1 has it in its name</source>
        <translation>%1 的参数名中都不含它</translation>
    </message>
    <message>
        <source>%1 has no parameter of its own here: it is tied to %2, whose name counts</source>
        <translation>%1 在此没有自己的参数：它与 %2 绑定，以后者的名称为准</translation>
    </message>
    <message>
        <source>a list of names of modules</source>
        <translation>模块名的列表</translation>
    </message>
    <message>
        <source>the layers of this model have no one order</source>
        <translation>此模型的层没有单一的顺序</translation>
    </message>
    <message>
        <source>last_layers %1</source>
        <translation>last_layers %1</translation>
    </message>
    <message>
        <source>%1 to %2, the layers of this model</source>
        <translation>%1 到 %2，即此模型的层数</translation>
    </message>
    <message>
        <source>more than %1 modules</source>
        <translation>超过 %1 个模块</translation>
    </message>
    <message>
        <source>the configuration describes no real model</source>
        <translation>该配置描述的不是真实的模型</translation>
    </message>
    <message>
        <source>at most %1 elements of all tensors together</source>
        <translation>所有张量合计至多 %1 个元素</translation>
    </message>
    <message>
        <source>a tensor too large for 64-bit sizes</source>
        <translation>超出 64 位大小的张量</translation>
    </message>
    <message>
        <source>cannot be tied to %1, which the model does not have</source>
        <translation>无法与 %1 绑定，模型中没有它</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, which is the model without its adapters.</source>
        <translation>%1：%2 按对计数，因此两倍的行经过模型，并为参考模型再不带梯度地经过一次；参考模型即不含适配器的模型。</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, a second copy of the weights.</source>
        <translation>%1：%2 按对计数，因此两倍的行经过模型，并为参考模型再不带梯度地经过一次；参考模型是权重的第二份副本。</translation>
    </message>
    <message>
        <source>%1: the model without a language head; a sentence is its last token&apos;s state. %2 counts sentences: a pair of them is two rows.</source>
        <translation>%1：不带语言模型输出头的模型；句子由其最后一个 token 的状态表示。%2 按句计数：一对句子为两行。</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0); generating them is another plan, of %4.</source>
        <translation>%1：对 %2 条 %3 个 token 的补全做一次优化，没有参考模型（beta 0）；生成补全属于 %4 的另一个方案。</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, without a reference (beta 0).</source>
        <translation>%1：对 %2 条 %3 个 token 的补全做一次优化，没有参考模型（beta 0）。</translation>
    </message>
    <message>
        <source>%1: %2 counts rows; they go through the model three times more without gradients, for mismatched pairs and for the reference.</source>
        <translation>%1：%2 按行计数；为错配对和参考模型，它们还要不带梯度地经过模型三次。</translation>
    </message>
    <message>
        <source>%1: %2 counts prompts, of each of which two completions go through the model, and once more without gradients for the reference.</source>
        <translation>%1：%2 按提示计数，每个提示有两条补全经过模型，并为参考模型再不带梯度地经过一次。</translation>
    </message>
    <message>
        <source>multiples of %1 pixels: this processor does not resize</source>
        <translation>%1 像素的倍数：该处理器不缩放</translation>
    </message>
    <message>
        <source>the template of %1 does not go through %2</source>
        <translation>%1 的模板不经过 %2</translation>
    </message>
    <message>
        <source>%1 goes before it</source>
        <translation>%1 优先</translation>
    </message>
    <message>
        <source>only templates of %1&apos;s own code read it</source>
        <translation>只有 %1 自有代码的模板读取它</translation>
    </message>
    <message>
        <source>a plan has one type for keys and values of what drafts; what is not said is %1</source>
        <translation>计划中草稿模型的键和值只有一种类型；未说明的为 %1</translation>
    </message>
    <message>
        <source>data sets of %1 hold text and pictures</source>
        <translation>%1 的数据集包含文本和图片</translation>
    </message>
    <message>
        <source>%1: its own collator hands pictures over and no videos, which a collator of one&apos;s own has to.</source>
        <translation>%1：自带的 collator 只传图片而不传视频，视频须由自己的 collator 传入。</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of %4 outputs in the place of the language head; %3 counts sequences.</source>
        <translation>%1：以 %4 输出的线性层“%2”代替语言模型输出头；%3 按序列计数。</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output in the place of the language head; %3 counts pairs, so twice the rows go through the model.</source>
        <translation>%1：以单输出的线性层“%2”代替语言模型输出头；%3 按对计数，因此两倍的行经过模型。</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference unless %4 is 0.</source>
        <translation>%1：对 %2 条 %3 个 token 的补全做一次优化，参考模型也经过一次，除非 %4 为 0。</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output in the place of the language head; %3 counts sequences.</source>
        <translation>%1：以单输出的线性层“%2”代替语言模型输出头；%3 按序列计数。</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model; there is no reference.</source>
        <translation>%1：%2 按对计数，因此两倍的行经过模型；没有参考模型。</translation>
    </message>
    <message>
        <source>%1: the model that trains generates %2 completions of %3 tokens at once; %4 of them make one optimization pass.</source>
        <translation>%1：训练中的模型一次生成 %2 条 %3 个 token 的补全；其中 %4 条构成一次优化。</translation>
    </message>
    <message>
        <source>%1: %2 is not stated, so no teacher is held or asked; it is a lower bound.</source>
        <translation>%1：未指定 %2，因此不持有也不查询教师模型；结果为下界。</translation>
    </message>
    <message>
        <source>an object per offer</source>
        <translation>每个报价一个对象</translation>
    </message>
    <message>
        <source>whole cards, or a part of one</source>
        <translation>整张显卡，或其中一部分</translation>
    </message>
    <message>
        <source>the date of the price</source>
        <translation>价格的日期</translation>
    </message>
    <message>
        <source>a day such as %1</source>
        <translation>日期，例如 %1</translation>
    </message>
    <message>
        <source>a name of the catalogue of GPUs</source>
        <translation>GPU 目录中的名称</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 的数字</translation>
    </message>
    <message>
        <source>a size such as %1</source>
        <translation>大小，例如 %1</translation>
    </message>
    <message>
        <source>the offer</source>
        <translation>该报价</translation>
    </message>
    <message>
        <source>a list of offers</source>
        <translation>报价列表</translation>
    </message>
    <message>
        <source>an instance that no offer of its provider before has</source>
        <translation>同一提供商前面的报价所没有的实例</translation>
    </message>
    <message>
        <source>second moments are kept by row and column only</source>
        <translation>二阶矩只按行和列保存</translation>
    </message>
    <message>
        <source>AdamW 4-bit</source>
        <translation>4 位 AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit</source>
        <translation>8 位 AdamW</translation>
    </message>
    <message>
        <source>%1 in 8 bits</source>
        <translation>8 位 %1</translation>
    </message>
    <message>
        <source>%1: %2&apos;s states as its source has them; no run was held against it.</source>
        <translation>%1：%2 的状态依据其源码；没有与实际运行对照过。</translation>
    </message>
    <message>
        <source>AdamW in FP8</source>
        <translation>FP8 AdamW</translation>
    </message>
    <message>
        <source>AdamW 8-bit of torchao</source>
        <translation>torchao 的 8 位 AdamW</translation>
    </message>
    <message>
        <source>%1: %2 on the matrices of all layers; the workspace of the decomposition, which runs every 200 steps and is counted, is cuSOLVER&apos;s and taken as two matrices.</source>
        <translation>%1：%2 作用于所有层的矩阵；每 200 步运行一次的分解的工作区已计入，它属于 cuSOLVER，按两个矩阵计。</translation>
    </message>
    <message>
        <source>AdamW, paged</source>
        <translation>分页 AdamW</translation>
    </message>
    <message>
        <source>Paged %1</source>
        <translation>分页 %1</translation>
    </message>
    <message>
        <source>paged %1</source>
        <translation>分页 %1</translation>
    </message>
    <message>
        <source>AdamW 8-bit, paged</source>
        <translation>分页 8 位 AdamW</translation>
    </message>
    <message>
        <source>Paged %1 in 8 bits</source>
        <translation>分页 8 位 %1</translation>
    </message>
    <message>
        <source>paged %1 in 8 bits</source>
        <translation>分页 8 位 %1</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>SGD, momentum</source>
        <translation>带动量的 SGD</translation>
    </message>
    <message>
        <source>gradients, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>梯度，all-reduce：2 · (%1 − 1) / %1 · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>gradients, reduce-scattered: (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>梯度，reduce-scatter：(%1 − 1) / %1 · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>shards of gradients, all-reduced over copies: 2 · (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>梯度分片，在副本间 all-reduce：2 · (%1 − 1) / %1 · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>parameters, gathered: (%1 − 1) / %1 · %2 B a step</source>
        <translation>参数，all-gather：每步 (%1 − 1) / %1 · %2 B</translation>
    </message>
    <message>
        <source>small parameters, gathered behind the step: (%1 − 1) / %1 · %2 B</source>
        <translation>小参数，在步末 all-gather：(%1 − 1) / %1 · %2 B</translation>
    </message>
    <message>
        <source>chosen rows to their experts and back: (%1 − 1) / %1 · %2 B · (1 + %3), %4 × a step</source>
        <translation>选中的行送往其专家并返回：(%1 − 1) / %1 · %2 B · (1 + %3)，每步 %4 次</translation>
    </message>
    <message>
        <source>parameters gathered for each forward and backward, gradients reduce-scattered: (%1 − 1) / %1 · (%2 + %3) B</source>
        <translation>每次前向和反向 all-gather 参数，reduce-scatter 梯度：(%1 − 1) / %1 · (%2 + %3) B</translation>
    </message>
    <message>
        <source>hidden states to %1 next stages and gradients to %2 before: %3 B each, %4 micro-batches</source>
        <translation>隐藏状态送往后面 %1 个阶段，梯度送往前面 %2 个阶段：各 %3 B，%4 个微批次</translation>
    </message>
    <message>
        <source>gradients in float32, reduce-scattered, and parameters, gathered: (%1 − 1) / %1 · (%2 + %3) B</source>
        <translation>float32 梯度 reduce-scatter，参数 all-gather：(%1 − 1) / %1 · (%2 + %3) B</translation>
    </message>
    <message>
        <source>gradients in float32, all-reduced: 2 · (%1 − 1) / %1 · %2 B</source>
        <translation>float32 梯度，all-reduce：2 · (%1 − 1) / %1 · %2 B</translation>
    </message>
    <message>
        <source>hidden states, all-reduced: 2 · (%1 − 1) / %1 · %2 B, %3 × a micro-batch, %4 of them</source>
        <translation>隐藏状态，all-reduce：2 · (%1 − 1) / %1 · %2 B，每个微批次 %3 次，共 %4 个</translation>
    </message>
    <message>
        <source>logits, gathered: (%1 − 1) / %1 · %2 B, %3 micro-batches</source>
        <translation>logits，all-gather：(%1 − 1) / %1 · %2 B，%3 个微批次</translation>
    </message>
    <message>
        <source>keys and values, gathered in forward and backward: (%1 − 1) · %2 B, %3 × a step</source>
        <translation>键和值，在前向和反向中 all-gather：(%1 − 1) · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>their gradients in float32, handed on: %1 B, %2 × a step</source>
        <translation>它们的 float32 梯度，依次传递：%1 B，每步 %2 次</translation>
    </message>
    <message>
        <source>queries, keys, values and what attention makes of them, exchanged for heads: (%1 − 1) / %1 · %2 B, %3 × a step</source>
        <translation>查询、键、值及注意力的输出，交换为按头划分：(%1 − 1) / %1 · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>hidden states along tensor ranks: (%1 − 1) / %1 · %2 B, %3 × a layer, %4 layers, %5 micro-batches</source>
        <translation>隐藏状态，沿张量并行 rank：(%1 − 1) / %1 · %2 B，每层 %3 次，%4 层，%5 个微批次</translation>
    </message>
    <message>
        <source>keys and values around the ring, and their gradients: (%1 − 1) · %2 B, %3 × a step</source>
        <translation>键和值沿环传递，连同其梯度：(%1 − 1) · %2 B，每步 %3 次</translation>
    </message>
    <message>
        <source>a number that divides %1 heads and %2 key heads</source>
        <translation>能整除 %1 个头和 %2 个键头的数</translation>
    </message>
    <message>
        <source>transformers divides the projections, and the forward fails: shape &apos;[1, …, -1, %1]&apos; is invalid for input</source>
        <translation>transformers 切分投影，前向失败：shape &apos;[1, …, -1, %1]&apos; is invalid for input</translation>
    </message>
    <message>
        <source>transformers has no base_model_tp_plan for %1: its layers stay whole</source>
        <translation>transformers 没有 %1 的 base_model_tp_plan：其各层保持完整</translation>
    </message>
    <message>
        <source>how this model&apos;s mixers and gates are divided is not simulated</source>
        <translation>此模型的混合器与门控如何切分未模拟</translation>
    </message>
    <message>
        <source>what each process keeps of a split model is not simulated yet</source>
        <translation>拆分模型后各进程保留的内容尚未模拟</translation>
    </message>
    <message>
        <source>every rank takes one tensor after another to its card, where it is packed</source>
        <translation>每个 rank 逐个张量送往自己的显卡，并在那里打包</translation>
    </message>
    <message>
        <source>each rank makes its own part on its card</source>
        <translation>每个 rank 在自己的显卡上生成自己的部分</translation>
    </message>
    <message>
        <source>every rank loads the whole model before it goes to its card</source>
        <translation>每个 rank 先加载整个模型，再送往其显卡</translation>
    </message>
    <message>
        <source>rank 0 of the node alone loads the model (%1), the others keep it on meta</source>
        <translation>仅节点的 rank 0 加载模型（%1），其余 rank 将其留在 meta 上</translation>
    </message>
    <message>
        <source>rank 0 reads all checkpoint files at once; the others take their partitions</source>
        <translation>rank 0 一次读取所有检查点文件；其余 rank 取各自的分区</translation>
    </message>
    <message>
        <source>every rank reads its own parts, one tensor after another</source>
        <translation>每个 rank 逐个张量读取自己的部分</translation>
    </message>
    <message>
        <source>shards of all parameters</source>
        <translation>所有参数的分片</translation>
    </message>
    <message>
        <source>shards of the gradients</source>
        <translation>梯度的分片</translation>
    </message>
    <message>
        <source>the optimizer&apos;s states, where it steps</source>
        <translation>优化器状态，在其更新之处</translation>
    </message>
    <message>
        <source>float32 master partitions</source>
        <translation>float32 主分区</translation>
    </message>
    <message>
        <source>float32 gradients of the partitions</source>
        <translation>各分区的 float32 梯度</translation>
    </message>
    <message>
        <source>gradient partitions as they are reduced</source>
        <translation>归约过程中的梯度分区</translation>
    </message>
    <message>
        <source>what goes back to the card after a step</source>
        <translation>每步之后返回显卡的内容</translation>
    </message>
    <message>
        <source>a gradient on its way to the host</source>
        <translation>送往主机途中的梯度</translation>
    </message>
    <message>
        <source>gradients that are accumulated there</source>
        <translation>在那里累积的梯度</translation>
    </message>
    <message>
        <source>partitions of all parameters</source>
        <translation>所有参数的分区</translation>
    </message>
    <message>
        <source>buffers for parameters between disk and card</source>
        <translation>磁盘与显卡之间的参数缓冲区</translation>
    </message>
    <message>
        <source>parameters that stay in memory (%1)</source>
        <translation>留在内存中的参数（%1）</translation>
    </message>
    <message>
        <source>buffers for the optimizer&apos;s sub-groups between disk and host</source>
        <translation>磁盘与主机之间优化器子组的缓冲区</translation>
    </message>
    <message>
        <source>checkpoints: the input of each layer</source>
        <translation>激活检查点：每层的输入</translation>
    </message>
    <message>
        <source>num_attention_heads (%1) must be a multiple of tensor_model_parallel_size (%2).</source>
        <translation>num_attention_heads（%1）必须是 tensor_model_parallel_size（%2）的倍数。</translation>
    </message>
    <message>
        <source>num_query_groups (%1) must be a multiple of tensor_model_parallel_size (%2).</source>
        <translation>num_query_groups（%1）必须是 tensor_model_parallel_size（%2）的倍数。</translation>
    </message>
    <message>
        <source>Number of experts (%1) should be a multiple of expert model parallel_size (%2).</source>
        <translation>专家数（%1）应是 expert model parallel_size（%2）的倍数。</translation>
    </message>
    <message>
        <source>Megatron-LM&apos;s layer of this kind is not simulated</source>
        <translation>Megatron-LM 的这类层未模拟</translation>
    </message>
    <message>
        <source>one card</source>
        <translation>一张显卡</translation>
    </message>
    <message>
        <source>experts on other ranks are simulated beside FSDP 2 alone: parallel.zero 3, parallel.tensor 1</source>
        <translation>专家位于其他 rank 时只与 FSDP 2 搭配模拟：parallel.zero 3，parallel.tensor 1</translation>
    </message>
    <message>
        <source>these experts are not stacked in two parameters: the exchange of their tokens is not simulated</source>
        <translation>这些专家没有堆叠在两个参数中：其 token 的交换未模拟</translation>
    </message>
    <message>
        <source>matrices that ranks divide by columns, and those that they do not divide</source>
        <translation>由各 rank 按列切分的矩阵，以及不切分的矩阵</translation>
    </message>
    <message>
        <source>packed matrices or experts that ranks divide are not simulated</source>
        <translation>由各 rank 切分的打包矩阵或专家未模拟</translation>
    </message>
    <message>
        <source>of adapters on a model that ranks divide, those on linear layers alone are simulated</source>
        <translation>由各 rank 切分的模型上，只模拟线性层的适配器</translation>
    </message>
    <message>
        <source>adapters on matrices that both meshes divide raise in their forward (%1)</source>
        <translation>两个网格都切分的矩阵上，适配器在前向中报错（%1）</translation>
    </message>
    <message>
        <source>transformers&apos; own meshes spread data by FSDP 2 (fsdp_size)</source>
        <translation>transformers 自己的设备网格以 FSDP 2 分布数据（fsdp_size）</translation>
    </message>
    <message>
        <source>buffers of %1&apos;s communicators (%2): channels × %3 B a connection, %4</source>
        <translation>%1 通信器的缓冲区（%2）：通道数 × 每个连接 %3 B，%4</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;</source>
        <translation>%1：“%2”</translation>
    </message>
    <message>
        <source>%1 keeps whole copies: it shards nothing</source>
        <translation>%1 保留完整副本：不做分片</translation>
    </message>
    <message>
        <source>%1 shards parameters, gradients and states: it is stage %2, or %3 where it keeps what it gathered</source>
        <translation>%1 对参数、梯度和状态分片：即阶段 %2，若保留已收集的内容则为 %3</translation>
    </message>
    <message>
        <source>%1 partitions nothing at stage %2</source>
        <translation>%1 在阶段 %2 不做分区</translation>
    </message>
    <message>
        <source>%1&apos;s meshes shard by %2, which is stage %3</source>
        <translation>%1 的设备网格按 %2 分片，即阶段 %3</translation>
    </message>
    <message>
        <source>1, or %1</source>
        <translation>1，或 %1</translation>
    </message>
    <message>
        <source>this engine cuts no matrices and shares out no experts</source>
        <translation>此引擎既不切分矩阵，也不分配专家</translation>
    </message>
    <message>
        <source>%1 cuts models into stages for inference alone (%2)</source>
        <translation>%1 仅在推理时把模型切成阶段（%2）</translation>
    </message>
    <message>
        <source>1, or %1 with nothing beside it</source>
        <translation>1，或 %1 且不与其他方式并用</translation>
    </message>
    <message>
        <source>a pipeline beside another way of splitting is simulated for %1 alone</source>
        <translation>流水线与其他拆分方式并用，仅对 %1 模拟</translation>
    </message>
    <message>
        <source>none, or %1</source>
        <translation>无，或 %1</translation>
    </message>
    <message>
        <source>this engine keeps all of its copy on the card</source>
        <translation>此引擎把整个副本都留在显卡上</translation>
    </message>
    <message>
        <source>%1 moves the optimizer&apos;s states alone (%2)</source>
        <translation>%1 只移动优化器状态（%2）</translation>
    </message>
    <message>
        <source>only stage %1 of %2 reads and writes %3 (%4)</source>
        <translation>只有 %2 的阶段 %1 读写 %3（%4）</translation>
    </message>
    <message>
        <source>a divisor of %1, which is %2</source>
        <translation>%1（即 %2）的约数</translation>
    </message>
    <message>
        <source>copies of a sharded group are alike</source>
        <translation>分片组的各副本相同</translation>
    </message>
    <message>
        <source>the run has %1 ranks</source>
        <translation>运行有 %1 个 rank</translation>
    </message>
    <message>
        <source>a divisor of %1 heads and of %2 heads of keys and values</source>
        <translation>%1 个头与 %2 个键值头的公约数</translation>
    </message>
    <message>
        <source>%1 divides heads among tensor-parallel ranks</source>
        <translation>%1 在张量并行 rank 之间划分头</translation>
    </message>
    <message>
        <source>a divisor of %1 experts</source>
        <translation>专家数 %1 的约数</translation>
    </message>
    <message>
        <source>a multiple of %1, which is %2</source>
        <translation>%1（即 %2）的倍数</translation>
    </message>
    <message>
        <source>a divisor of %1 sharded ranks</source>
        <translation>分片 rank 数 %1 的约数</translation>
    </message>
    <message>
        <source>stages of one layer or more: %1 layers</source>
        <translation>每个阶段至少一层：共 %1 层</translation>
    </message>
    <message>
        <source>%1 stages have no layer each</source>
        <translation>%1 个阶段无法各有一层</translation>
    </message>
    <message>
        <source>embedding and head of %1 are one tensor, which would lie on two stages</source>
        <translation>%1 的嵌入与输出头是同一个张量，会落在两个阶段上</translation>
    </message>
    <message>
        <source>%1 takes one stage a rank</source>
        <translation>%1 每个 rank 取一个阶段</translation>
    </message>
    <message>
        <source>a multiple of %1</source>
        <translation>%1 的倍数</translation>
    </message>
    <message>
        <source>an engine that reduces gradients steps once all of them are there</source>
        <translation>归约梯度的引擎在梯度齐备后才更新</translation>
    </message>
    <message>
        <source>only %1 makes units of the ends</source>
        <translation>只有 %1 把首尾两端作为单元</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;: the embedding is a unit, and the head that is tied to it is not gathered</source>
        <translation>%1：“%2”：嵌入是一个单元，与之绑定的输出头不会被收集</translation>
    </message>
    <message>
        <source>units inside a layer are not simulated</source>
        <translation>层内的单元未模拟</translation>
    </message>
    <message>
        <source>false, or %1</source>
        <translation>false，或 %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot;: text leaves the model&apos;s other towers without gradients</source>
        <translation>%1：“%2”：文本使模型的其他编码塔没有梯度</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1，或 %2</translation>
    </message>
    <message>
        <source>a divisor of %1 heads</source>
        <translation>头数 %1 的约数</translation>
    </message>
    <message>
        <source>a divisor or a multiple of %1 heads of keys and values</source>
        <translation>键值头数 %1 的约数或倍数</translation>
    </message>
    <message>
        <source>ring, or %1</source>
        <translation>ring，或 %1</translation>
    </message>
    <message>
        <source>heads are exchanged by %1 alone (%2)</source>
        <translation>只有 %1 交换头（%2）</translation>
    </message>
    <message>
        <source>the Trainer of transformers before 5 does not divide sequences so</source>
        <translation>transformers 5 之前的 Trainer 不这样划分序列</translation>
    </message>
    <message>
        <source>each rank&apos;s state_dict holds its own shards: nothing is gathered</source>
        <translation>每个 rank 的 state_dict 只含自己的分片：不做收集</translation>
    </message>
    <message>
        <source>state_dict() of %1 gathers every unit and keeps a copy of all of it on each card</source>
        <translation>%1 的 state_dict() 收集每个单元，并在每张显卡上保留一份完整副本</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: rank 0 gets one unit whole after another, as it is kept, and takes it to its host</source>
        <translation>%1 未指定时为 %2：rank 0 按存放形式逐个收到完整单元，再送往其主机</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: one parameter after another is gathered whole, as it is kept, and rank 0 takes it to its host</source>
        <translation>%1 未指定时为 %2：按存放形式逐个收集完整参数，由 rank 0 送往其主机</translation>
    </message>
    <message>
        <source>every rank clones the model&apos;s state to its host, rank 0 writes it; each rank writes its partition of the states</source>
        <translation>每个 rank 把模型状态克隆到其主机，由 rank 0 写出；每个 rank 写出自己的状态分区</translation>
    </message>
    <message>
        <source>each rank writes its partition</source>
        <translation>每个 rank 写出自己的分区</translation>
    </message>
    <message>
        <source>%1 is %2 where nobody says: each rank writes its partition</source>
        <translation>%1 未指定时为 %2：每个 rank 写出自己的分区</translation>
    </message>
    <message>
        <source>module after module is gathered whole; rank 0 keeps the adapters of it</source>
        <translation>逐个模块完整收集；rank 0 保留其中的适配器</translation>
    </message>
    <message>
        <source>module after module is gathered whole and goes to rank 0&apos;s host</source>
        <translation>逐个模块完整收集，送往 rank 0 的主机</translation>
    </message>
    <message>
        <source>one parameter after another is gathered whole, and every rank takes it to its host</source>
        <translation>逐个参数完整收集，每个 rank 都送往自己的主机</translation>
    </message>
    <message>
        <source>rank 0 writes its adapters</source>
        <translation>rank 0 写出其适配器</translation>
    </message>
    <message>
        <source>rank 0 writes its copy, a file of at most %1 at a time</source>
        <translation>rank 0 写出其副本，一次一个至多 %1 的文件</translation>
    </message>
    <message>
        <source>each rank writes its own part</source>
        <translation>每个 rank 写出自己的部分</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s zero_optimization has no field of this name</source>
        <translation>DeepSpeed 的 zero_optimization 没有此名称的字段</translation>
    </message>
    <message>
        <source>1 to %1 pixels</source>
        <translation>1 到 %1 像素</translation>
    </message>
    <message>
        <source>a picture that has at least one cell of the processor&apos;s grid</source>
        <translation>至少占处理器网格一格的图片</translation>
    </message>
    <message>
        <source>a picture at most %1 times as long as it is wide, which this processor raises on</source>
        <translation>长宽比至多 %1 倍的图片，否则此处理器报错</translation>
    </message>
    <message>
        <source>the step with %1 is not simulated: its kernel is compiled for each model (%2)</source>
        <translation>使用 %1 的一步未模拟：其内核为每个模型单独编译（%2）</translation>
    </message>
    <message>
        <source>the step with %1 is not simulated</source>
        <translation>使用 %1 的一步未模拟</translation>
    </message>
    <message>
        <source>%1 belongs to %2, which is not simulated</source>
        <translation>%1 属于 %2，后者未模拟</translation>
    </message>
    <message>
        <source>what the kernel %1 of the Hub allocates is not known</source>
        <translation>Hub 上的内核 %1 分配多少未知</translation>
    </message>
    <message>
        <source>one of {%1: NAME}, {%2: PATH or object}, {%3: %4}</source>
        <translation>{%1: 名称}、{%2: 路径或对象}、{%3: %4} 之一</translation>
    </message>
    <message>
        <source>a list, each as %1 is</source>
        <translation>列表，每项同 %1</translation>
    </message>
    <message>
        <source>%1, or a list of them</source>
        <translation>%1，或其列表</translation>
    </message>
    <message>
        <source>%1 | a GGUF type (%2)</source>
        <translation>%1 | GGUF 类型（%2）</translation>
    </message>
    <message>
        <source>an object of PEFT&apos;s keys</source>
        <translation>由 PEFT 的键组成的对象</translation>
    </message>
    <message>
        <source>%1 | a list of module names | a regular expression</source>
        <translation>%1 | 模块名列表 | 正则表达式</translation>
    </message>
    <message>
        <source>%1 or a number of layers from %2</source>
        <translation>%1，或从 %2 起的层数</translation>
    </message>
    <message>
        <source>%1 or a list of layer numbers from %2</source>
        <translation>%1，或从 %2 起的层号列表</translation>
    </message>
    <message>
        <source>a version such as %1</source>
        <translation>版本，例如 %1</translation>
    </message>
    <message>
        <source>%1 | {%2: %3 to %4}</source>
        <translation>%1 | {%2: %3 到 %4}</translation>
    </message>
    <message>
        <source>an object of DeepSpeed&apos;s fields</source>
        <translation>由 DeepSpeed 的字段组成的对象</translation>
    </message>
    <message>
        <source>null | a list of module names or patterns | {%1: %2 to %3, %4: names} | {%5: names}</source>
        <translation>null | 模块名或模式的列表 | {%1: %2 到 %3, %4: 名称} | {%5: 名称}</translation>
    </message>
    <message>
        <source>%1 to below %2</source>
        <translation>%1 到小于 %2</translation>
    </message>
    <message>
        <source>a list of parameter names</source>
        <translation>参数名列表</translation>
    </message>
    <message>
        <source>a list of module names</source>
        <translation>模块名列表</translation>
    </message>
    <message>
        <source>%1 (no clipping) to %2</source>
        <translation>%1（不裁剪）到 %2</translation>
    </message>
    <message>
        <source>a list of hook names</source>
        <translation>钩子名列表</translation>
    </message>
    <message>
        <source>a list of card names, %1 for %2 of them</source>
        <translation>显卡名列表，%1 表示其中 %2 张</translation>
    </message>
    <message>
        <source>Markdown in UTF-8</source>
        <translation>UTF-8 编码的 Markdown</translation>
    </message>
    <message>
        <source>has bytes that are none</source>
        <translation>含有不属于该编码的字节</translation>
    </message>
    <message>
        <source>a block of code begins here and never ends</source>
        <translation>代码块从此处开始，没有结束</translation>
    </message>
    <message>
        <source>a comment begins here and never ends</source>
        <translation>注释从此处开始，没有结束</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL stands within a line; it has to begin one</source>
        <translation>BEGIN PLIMSOLL 位于行中；它必须在行首</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL stands before the END of the one in line %1</source>
        <translation>BEGIN PLIMSOLL 出现在第 %1 行那一处的 END 之前</translation>
    </message>
    <message>
        <source>END PLIMSOLL without a BEGIN before it</source>
        <translation>END PLIMSOLL 之前没有 BEGIN</translation>
    </message>
    <message>
        <source>a second block begins here; one is taken</source>
        <translation>第二个块从此处开始；只取一个</translation>
    </message>
    <message>
        <source>BEGIN PLIMSOLL without an END behind it</source>
        <translation>BEGIN PLIMSOLL 之后没有 END</translation>
    </message>
    <message>
        <source>a model card with a block of `%1`</source>
        <translation>含有 `%1` 块的模型卡</translation>
    </message>
    <message>
        <source>has no block</source>
        <translation>没有块</translation>
    </message>
    <message>
        <source>the block&apos;s opening comment holds no plan</source>
        <translation>块的起始注释中没有方案</translation>
    </message>
    <message>
        <source>%1: no such field, ignored</source>
        <translation>%1：没有此字段，已忽略</translation>
    </message>
    <message>
        <source>%1: no such field, ignored: it takes no memory</source>
        <translation>%1：没有此字段，已忽略：它不占内存</translation>
    </message>
    <message>
        <source>%1: no such field, ignored (did you mean %2?)</source>
        <translation>%1：没有此字段，已忽略（是否指 %2？）</translation>
    </message>
    <message>
        <source>an object with its fields</source>
        <translation>含其字段的对象</translation>
    </message>
    <message>
        <source>an object, schema %1</source>
        <translation>对象，模式 %1</translation>
    </message>
    <message>
        <source>a field of %1</source>
        <translation>%1 的字段</translation>
    </message>
    <message>
        <source>there is no such field</source>
        <translation>没有此字段</translation>
    </message>
    <message>
        <source>an object with its fields, such as %1, or one of them: %2</source>
        <translation>含其字段的对象，例如 %1，或其中之一：%2</translation>
    </message>
    <message>
        <source>there is no such field: it takes no memory</source>
        <translation>没有此字段：它不占内存</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>a whole number, 0 or more</source>
        <translation>整数，0 或更大</translation>
    </message>
    <message>
        <source>the session was written by a newer version of Plimsoll</source>
        <translation>此会话由更新版本的 Plimsoll 写出</translation>
    </message>
    <message>
        <source>a list of %1 to %2 scenarios</source>
        <translation>%1 到 %2 个情景的列表</translation>
    </message>
    <message>
        <source>an object with %1 and %2, or a list of cards</source>
        <translation>含 %1 和 %2 的对象，或显卡列表</translation>
    </message>
    <message>
        <source>an object with %1, %2, %3 and %4</source>
        <translation>含 %1、%2、%3 和 %4 的对象</translation>
    </message>
    <message>
        <source>a list of figures</source>
        <translation>数值列表</translation>
    </message>
    <message>
        <source>an object with %1 and %2 or %3</source>
        <translation>含 %1 以及 %2 或 %3 的对象</translation>
    </message>
    <message>
        <source>either %1 or %2</source>
        <translation>%1 或 %2 之一</translation>
    </message>
    <message>
        <source>a list of components of an estimate</source>
        <translation>估算的组成部分列表</translation>
    </message>
    <message>
        <source>%1: not known to this version, kept as it is</source>
        <translation>%1：此版本不认识，原样保留</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1; models are named with %2</source>
        <translation>JSON 方案，模式 %1；模型以 %2 指定</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1</source>
        <translation>JSON 方案，模式 %1</translation>
    </message>
    <message>
        <source>the file itself is not here, %1 brings it</source>
        <translation>文件本身不在此处，%1 可取来</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1, such as stands in it under &quot;plan&quot;</source>
        <translation>JSON 方案，模式 %1，即其中“plan”之下的内容</translation>
    </message>
    <message>
        <source>a plan in JSON, schema %1; %3 makes one of other tools&apos; configurations</source>
        <translation>JSON 方案，模式 %1；%3 可由其他工具的配置生成</translation>
    </message>
    <message>
        <source>an object, a plan or of schema %1</source>
        <translation>对象：方案，或模式 %1</translation>
    </message>
    <message>
        <source>%1: %2 is set and no field of a plan: it is left out</source>
        <translation>%1：设置了 %2，但它不是方案的字段：已略去</translation>
    </message>
    <message>
        <source>the settings of the %1 were taken from %2, but for those that are set</source>
        <translation>%1 的设置取自 %2，已设定的除外</translation>
    </message>
    <message>
        <source>Figures in %1 (%2): allocated and reserved as PyTorch reports their peaks (%3, %4), on the device as %5 shows it; nine runs of ten stay within the interval.</source>
        <translation>数值单位为 %1（%2）：已分配和已保留为 PyTorch 报告的峰值（%3、%4），设备上的数值如 %5 所示；十次运行有九次落在区间内。</translation>
    </message>
    <message>
        <source>Figures in %1 (%2), on the device as %5 shows it; nine runs of ten stay within the interval.</source>
        <translation>数值单位为 %1（%2），设备上的数值如 %5 所示；十次运行有九次落在区间内。</translation>
    </message>
    <message>
        <source>Planned for %1: %2.</source>
        <translation>为 %1 规划：%2。</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>To cite.</source>
        <translation>可引用。</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 内存</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>设备上</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, %2 parameters</source>
        <translation>%1，%2 个参数</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>%1 layers, hidden %2, vocabulary %3</source>
        <translation>%1 层，隐藏维度 %2，词表 %3</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Weights at the peak</source>
        <translation>峰值时的权重</translation>
    </message>
    <message>
        <source>Adapter</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>rank %1, alpha %2, dropout %3, targets %4, %5</source>
        <translation>秩 %1，alpha %2，dropout %3，目标模块 %4，%5</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>训练部分</translation>
    </message>
    <message>
        <source>%1 parameters, %2 %</source>
        <translation>%1 个参数，%2 %</translation>
    </message>
    <message>
        <source>Attention and loss</source>
        <translation>注意力与损失</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>To reproduce.</source>
        <translation>复现。</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>90 % interval</source>
        <translation>90 % 区间</translation>
    </message>
    <message>
        <source>%1, spare</source>
        <translation>%1，富余</translation>
    </message>
    <message>
        <source>%1 budget</source>
        <translation>%1 预算</translation>
    </message>
    <message>
        <source>%1 at the peak</source>
        <translation>%1，峰值时</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值位于</translation>
    </message>
    <message>
        <source>to the first</source>
        <translation>相对第一个</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Breakdown</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>%1, at the peak</source>
        <translation>%1，峰值时</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>spare</source>
        <translation>富余</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2.</source>
        <translation>已分配 %1，已保留 %2。</translation>
    </message>
    <message>
        <source>The engine takes %1; its cache then holds %2 tokens.</source>
        <translation>推理引擎占用 %1；其缓存可容纳 %2 个 token。</translation>
    </message>
    <message>
        <source>%1, double quantised</source>
        <translation>%1，双重量化</translation>
    </message>
    <message>
        <source>embeddings %1</source>
        <translation>嵌入 %1</translation>
    </message>
    <message>
        <source>%1; the rest %2</source>
        <translation>%1；其余 %2</translation>
    </message>
    <message>
        <source>one sequence of %1 tokens</source>
        <translation>一条 %1 个 token 的序列</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 条 %2 个 token 的序列</translation>
    </message>
    <message>
        <source>micro batch %1 × %2 tokens</source>
        <translation>微批次 %1 × %2 个 token</translation>
    </message>
    <message>
        <source>rank %1, alpha %2, targets %3</source>
        <translation>秩 %1，alpha %2，目标模块 %3</translation>
    </message>
    <message>
        <source>no checkpointing</source>
        <translation>无激活检查点</translation>
    </message>
    <message>
        <source>attention %1</source>
        <translation>注意力 %1</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>prepared for k-bit training</source>
        <translation>已为 k-bit 训练做准备</translation>
    </message>
    <message>
        <source>on the host: %1</source>
        <translation>在主机上：%1</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>推理引擎</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>训练栈</translation>
    </message>
    <message>
        <source>%1, autocast %2</source>
        <translation>%1，autocast %2</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Trainable</source>
        <translation>可训练</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作量</translation>
    </message>
    <message>
        <source>Savers</source>
        <translation>节省项</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>saves</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>costs</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Recommendations</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>%1, each by itself</source>
        <translation>%1，每项单独计</translation>
    </message>
    <message>
        <source>no effect: %1</source>
        <translation>无影响：%1</translation>
    </message>
    <message>
        <source>Needs %1 on the device.</source>
        <translation>设备上需要 %1。</translation>
    </message>
    <message>
        <source>Interval of the need %1 to %2.</source>
        <translation>所需内存的区间为 %1 到 %2。</translation>
    </message>
    <message>
        <source>Assumptions.</source>
        <translation>假设。</translation>
    </message>
    <message>
        <source>Accuracy.</source>
        <translation>准确度。</translation>
    </message>
    <message>
        <source>The interval holds nine runs of ten of this kind.</source>
        <translation>此类运行十次有九次落在区间内。</translation>
    </message>
    <message>
        <source>GB = 10⁹ bytes.</source>
        <translation>GB = 10⁹ 字节。</translation>
    </message>
    <message>
        <source>GiB = 2³⁰ bytes.</source>
        <translation>GiB = 2³⁰ 字节。</translation>
    </message>
    <message>
        <source>Reproduce.</source>
        <translation>复现。</translation>
    </message>
    <message>
        <source>no adapter</source>
        <translation>无适配器</translation>
    </message>
    <message>
        <source>Beside &quot;%1&quot;</source>
        <translation>与“%1”对照</translation>
    </message>
    <message>
        <source>document</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 parameters, %2 trained</source>
        <translation>%1 个参数，训练 %2 个</translation>
    </message>
    <message>
        <source>On %1 (each card&apos;s need stands below):</source>
        <translation>在 %1 上（各卡所需见下）：</translation>
    </message>
    <message>
        <source>a full bar is %1 GiB usable: %2</source>
        <translation>满条为可用 %1 GiB：%2</translation>
    </message>
    <message>
        <source>│ stands at %1 GiB usable: %2</source>
        <translation>│ 位于可用 %1 GiB：%2</translation>
    </message>
    <message>
        <source>Peak at %1, layer %7: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>峰值在%1，第 %7 层：已分配 %2，已保留 %3，设备上 %4 GiB（90 % 区间 %5–%6）。</translation>
    </message>
    <message>
        <source>Peak at %1: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>峰值在%1：已分配 %2，已保留 %3，设备上 %4 GiB（90 % 区间 %5–%6）。</translation>
    </message>
    <message>
        <source>These are lower bounds: %1</source>
        <translation>以下为下界：%1</translation>
    </message>
    <message>
        <source>Least that runs: %1 GiB reserved. Loading peaks at %2 GiB.</source>
        <translation>能运行的最低值：已保留 %1 GiB。加载时峰值 %2 GiB。</translation>
    </message>
    <message>
        <source>Between steps: weights %1, adapters %2, gradients %3, optimizer %4 GiB.</source>
        <translation>步与步之间：权重 %1，适配器 %2，梯度 %3，优化器 %4 GiB。</translation>
    </message>
    <message>
        <source>Stages of a step</source>
        <translation>一步的各阶段</translation>
    </message>
    <message>
        <source>%1: %2 GiB</source>
        <translation>%1：%2 GiB</translation>
    </message>
    <message>
        <source>The load (%1 × %2 tokens) needs %3 GiB, %4 of them cache.</source>
        <translation>此负载（%1 × %2 个 token）需要 %3 GiB，其中缓存 %4。</translation>
    </message>
    <message>
        <source>Its cache holds %1 tokens, %2 such sequences at once, or one of %3 tokens.</source>
        <translation>其缓存可容纳 %1 个 token，即同时 %2 条这样的序列，或一条 %3 个 token 的序列。</translation>
    </message>
    <message>
        <source>%1: weights %2, cache %3, compute %4 GiB</source>
        <translation>%1：权重 %2，缓存 %3，计算 %4 GiB</translation>
    </message>
    <message>
        <source>Its log will print</source>
        <translation>其日志将输出</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>longest sequence that fits: %1 tokens</source>
        <translation>放得下的最长序列：%1 个 token</translation>
    </message>
    <message>
        <source>largest micro batch: %1</source>
        <translation>最大微批次：%1</translation>
    </message>
    <message>
        <source>%1 × %2 tokens of context</source>
        <translation>%1 × %2 个 token 的上下文</translation>
    </message>
    <message>
        <source>%1 × %2 tokens</source>
        <translation>%1 × %2 个 token</translation>
    </message>
    <message>
        <source>%1 double-quantised</source>
        <translation>%1 双重量化</translation>
    </message>
    <message>
        <source>full fine-tuning, %1</source>
        <translation>全量微调，%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 rank %2 (DoRA), %3</source>
        <translation>%1 秩 %2（DoRA），%3</translation>
    </message>
    <message>
        <source>%1 rank %2, %3</source>
        <translation>%1 秩 %2，%3</translation>
    </message>
    <message>
        <source>accumulated %1 times</source>
        <translation>累积 %1 次</translation>
    </message>
    <message>
        <source>checkpointing</source>
        <translation>激活检查点</translation>
    </message>
    <message>
        <source>Needs %1 on the device; the peak is at %2.</source>
        <translation>设备上需要 %1；峰值在%2。</translation>
    </message>
    <message>
        <source>Needs at least %1 on the device; the peak is at %2.</source>
        <translation>设备上至少需要 %1；峰值在%2。</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1 (approximate)</source>
        <translation>%1（近似）</translation>
    </message>
    <message>
        <source>active</source>
        <translation>激活参数</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每个 token %1</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>%1, %2 bits</source>
        <translation>%1，%2 位</translation>
    </message>
    <message>
        <source>stored</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>%1 bytes, %2 of them scales and tables, %3 modules quantised</source>
        <translation>%1 字节，其中缩放因子和表 %2 字节，量化 %3 个模块</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>%1 trainable</source>
        <translation>%1 可训练</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>tied</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Engine takes</source>
        <translation>引擎占用</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>While saving</source>
        <translation>保存时</translation>
    </message>
    <message>
        <source>Sent a step</source>
        <translation>每步发送</translation>
    </message>
    <message>
        <source>Memory profile: %1</source>
        <translation>内存概况：%1</translation>
    </message>
    <message>
        <source>Test configuration</source>
        <translation>测试配置</translation>
    </message>
    <message>
        <source>Breakdown at the peak</source>
        <translation>峰值时的明细</translation>
    </message>
    <message>
        <source>Impact</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>Next action</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>%1: %2. It needs %3 on the device (nine runs of ten: %4 to %5); the peak is at %6. All figures in %7 (%8).</source>
        <translation>%1：%2。设备上需要 %3（十次运行有九次：%4 到 %5）；峰值在%6。所有数值单位为 %7（%8）。</translation>
    </message>
    <message>
        <source>Measurements</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>%1 of the document</source>
        <translation>文档的 %1</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Why they differ</source>
        <translation>差异原因</translation>
    </message>
    <message>
        <source>Over or under the target</source>
        <translation>超出或低于目标</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>needed, bytes</source>
        <translation>所需，字节</translation>
    </message>
    <message>
        <source>usable, bytes</source>
        <translation>可用，字节</translation>
    </message>
    <message>
        <source>over, bytes</source>
        <translation>超出，字节</translation>
    </message>
    <message>
        <source>over, %1</source>
        <translation>超出，%1</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>saves, bytes</source>
        <translation>节省，字节</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Changes are ranked for a card or a budget; none is named.</source>
        <translation>更改按显卡或预算排序；尚未指定。</translation>
    </message>
    <message>
        <source>No change is known that saves memory in this plan.</source>
        <translation>没有已知的更改能为此方案节省内存。</translation>
    </message>
    <message>
        <source>Without effect in this plan.</source>
        <translation>对此方案无影响。</translation>
    </message>
    <message>
        <source>What does nothing here, and why</source>
        <translation>哪些在此无作用，以及原因</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>架构</translation>
    </message>
    <message>
        <source>LoRA configuration</source>
        <translation>LoRA 配置</translation>
    </message>
    <message>
        <source>For each billion parameters</source>
        <translation>每十亿参数</translation>
    </message>
    <message>
        <source>%1 per billion</source>
        <translation>%1 / 十亿</translation>
    </message>
    <message>
        <source>Unlikely on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上可能放不下：需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上可启动，部分在主机：需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Probably does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上很可能放不下：需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上无法启动：需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上未知：至少需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) over</source>
        <translation>%1 上放不下：需 %2，可用 %3，超出 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上放得下：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Probably fits on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上很可能放得下：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Probably tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上很可能勉强：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Starts on %1, partly on the host: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上可启动，部分在主机：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Unlikely on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>共享内存的 %1 上可能放不下：需 %2，可用 %3，剩余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Does not fit on %1, which shares its memory: %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>共享内存的 %1 上放不下：需 %2，可用 %3，剩余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Does not start on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上无法启动：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Not known on %1: at least %2 of %3 usable, %4 (%5 bytes, %6 %) left</source>
        <translation>%1 上未知：至少需 %2，可用 %3，剩余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Tight on %1: %2 of %3 usable, %4 (%5 bytes, %6 %) to spare</source>
        <translation>%1 上勉强：需 %2，可用 %3，富余 %4（%5 字节，%6 %）</translation>
    </message>
    <message>
        <source>Needs %1 (%2 bytes) on the device; no card and no budget is named to hold it against</source>
        <translation>设备上需要 %1（%2 字节）；未指定可对照的显卡或预算</translation>
    </message>
    <message>
        <source>Any card with %1 usable holds nine runs of ten like this one.</source>
        <translation>任何可用内存达 %1 的显卡，可容纳十次这类运行中的九次。</translation>
    </message>
    <message>
        <source>It runs on %1. Its highest moment is at %2; %3 stay for longer sequences, a larger batch or other processes on the card.</source>
        <translation>可在 %1 上运行。最高时刻在%2；还剩 %3，可用于更长的序列、更大的批次或显卡上的其他进程。</translation>
    </message>
    <message>
        <source>It ends out of memory on %1 at %2, before its first step is done: %3 are missing. Nothing runs until the plan or the card changes.</source>
        <translation>在 %1 上第一步完成之前，于%2内存不足：缺 %3。更改方案或显卡之前无法运行。</translation>
    </message>
    <message>
        <source>Name a card or a budget; then this report says whether it fits.</source>
        <translation>指定显卡或预算后，此报告即可说明是否放得下。</translation>
    </message>
    <message>
        <source>Start it, and lay what is measured beside this plan (%1).</source>
        <translation>启动它，并将实测结果与此方案对照（%1）。</translation>
    </message>
    <message>
        <source>Measure the first steps on %1: what is left out decides.</source>
        <translation>在 %1 上测量最初几步：结果取决于未计入的部分。</translation>
    </message>
    <message>
        <source>%1: it saves %2 (%3 bytes), and then fits. Its cost: %4.</source>
        <translation>%1：节省 %2（%3 字节），之后放得下。代价：%4。</translation>
    </message>
    <message>
        <source>none is known</source>
        <translation>无已知代价</translation>
    </message>
    <message>
        <source>Run the longest samples first, and watch the first steps (%1).</source>
        <translation>先跑最长的样本，并观察最初几步（%1）。</translation>
    </message>
    <message>
        <source>Take a larger card or several: no change of this plan makes it fit here.</source>
        <translation>换更大的显卡或使用多张：此方案的任何更改都无法使其在此放得下。</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Active for a token</source>
        <translation>每个 token 的激活参数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏维度</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>%1 of %2, %3 for keys and values</source>
        <translation>%1 个，维度 %2，键值头 %3 个</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Embedding and head</source>
        <translation>嵌入与输出头</translation>
    </message>
    <message>
        <source>one tensor</source>
        <translation>一个张量</translation>
    </message>
    <message>
        <source>two tensors</source>
        <translation>两个张量</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
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
        <translation>目标</translation>
    </message>
    <message>
        <source>Trained parameters</source>
        <translation>训练的参数</translation>
    </message>
    <message>
        <source>%1, %2 % of all</source>
        <translation>%1，占全部的 %2 %</translation>
    </message>
    <message>
        <source>Their sum</source>
        <translation>其总和</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>first stage</source>
        <translation>首阶段</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>last stage</source>
        <translation>末阶段</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>alike</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Host, while loading</source>
        <translation>主机，加载时</translation>
    </message>
    <message>
        <source>Host, while training</source>
        <translation>主机，训练时</translation>
    </message>
    <message>
        <source>of it pinned</source>
        <translation>其中锁页</translation>
    </message>
    <message>
        <source>Rank 0&apos;s card, while saving</source>
        <translation>rank 0 的显卡，保存时</translation>
    </message>
    <message>
        <source>Host of rank 0, while saving</source>
        <translation>rank 0 的主机，保存时</translation>
    </message>
    <message>
        <source>Sent by a rank in a step</source>
        <translation>每个 rank 每步发送</translation>
    </message>
    <message>
        <source>Beside the cards</source>
        <translation>显卡之外</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Running %1 %2</source>
        <translation>运行 %1 的 %2</translation>
    </message>
    <message>
        <source>Extracting states of %1</source>
        <translation>提取 %1 的状态</translation>
    </message>
    <message>
        <source>A full %1 fine-tune of %2</source>
        <translation>以 %1 全量微调 %2</translation>
    </message>
    <message>
        <source>A %1 fine-tune of %2</source>
        <translation>以 %1 微调 %2</translation>
    </message>
    <message>
        <source>%1 tokens of context, %2 at once</source>
        <translation>上下文 %1 个 token，同时 %2 个</translation>
    </message>
    <message>
        <source>rank %3, %1 tokens, micro batch %2</source>
        <translation>秩 %3，%1 个 token，微批次 %2</translation>
    </message>
    <message>
        <source>%1 tokens, micro batch %2</source>
        <translation>%1 个 token，微批次 %2</translation>
    </message>
    <message>
        <source>, and fits on %1</source>
        <translation>，在 %1 上放得下</translation>
    </message>
    <message>
        <source>, and probably fits on %1</source>
        <translation>，在 %1 上很可能放得下</translation>
    </message>
    <message>
        <source>, and is tight on %1</source>
        <translation>，在 %1 上勉强</translation>
    </message>
    <message>
        <source>, and is probably tight on %1</source>
        <translation>，在 %1 上很可能勉强</translation>
    </message>
    <message>
        <source>, and starts on %1 with %2 of %3 requests at once</source>
        <translation>，在 %1 上可启动，同时 %2 / %3 个请求</translation>
    </message>
    <message>
        <source>, and starts on %1, partly on the host</source>
        <translation>，在 %1 上可启动，部分在主机</translation>
    </message>
    <message>
        <source>, and is unlikely to fit on %1</source>
        <translation>，在 %1 上可能放不下</translation>
    </message>
    <message>
        <source>, and does not fit on %1</source>
        <translation>，在 %1 上放不下</translation>
    </message>
    <message>
        <source>, and probably does not fit on %1</source>
        <translation>，在 %1 上很可能放不下</translation>
    </message>
    <message>
        <source>, and does not start on %1</source>
        <translation>，在 %1 上无法启动</translation>
    </message>
    <message>
        <source>, and may or may not fit on %1</source>
        <translation>，在 %1 上是否放得下不确定</translation>
    </message>
    <message>
        <source>, fits on %1</source>
        <translation>，在 %1 上放得下</translation>
    </message>
    <message>
        <source>, probably fits on %1</source>
        <translation>，在 %1 上很可能放得下</translation>
    </message>
    <message>
        <source>, is tight on %1</source>
        <translation>，在 %1 上勉强</translation>
    </message>
    <message>
        <source>, is probably tight on %1</source>
        <translation>，在 %1 上很可能勉强</translation>
    </message>
    <message>
        <source>, starts on %1 with %2 of %3 requests at once</source>
        <translation>，在 %1 上可启动，同时 %2 / %3 个请求</translation>
    </message>
    <message>
        <source>, starts on %1, partly on the host</source>
        <translation>，在 %1 上可启动，部分在主机</translation>
    </message>
    <message>
        <source>, is unlikely to fit on %1</source>
        <translation>，在 %1 上可能放不下</translation>
    </message>
    <message>
        <source>, does not fit on %1</source>
        <translation>，在 %1 上放不下</translation>
    </message>
    <message>
        <source>, probably does not fit on %1</source>
        <translation>，在 %1 上很可能放不下</translation>
    </message>
    <message>
        <source>, does not start on %1</source>
        <translation>，在 %1 上无法启动</translation>
    </message>
    <message>
        <source>, may or may not fit on %1</source>
        <translation>，在 %1 上是否放得下不确定</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory%4%5 (%6).</source>
        <translation>%1（%2）预计需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory%4%5 (%6).</source>
        <translation>%1（%2）预计至少需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory on each of %7 ranks%4%5 (%6).</source>
        <translation>%1（%2）预计在 %7 个 rank 上各需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory on each of %7 ranks%4%5 (%6).</source>
        <translation>%1（%2）预计在 %7 个 rank 上各至少需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need %3 of GPU memory on the fullest of %7 ranks%4%5 (%6).</source>
        <translation>%1（%2）预计在 %7 个 rank 中最满的一个上需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 (%2) is planned to need at least %3 of GPU memory on the fullest of %7 ranks%4%5 (%6).</source>
        <translation>%1（%2）预计在 %7 个 rank 中最满的一个上至少需要 %3 GPU 内存%4%5（%6）。</translation>
    </message>
    <message>
        <source>%1 would need %2</source>
        <translation>%1 将需要 %2</translation>
    </message>
    <message>
        <source>GPU memory: %1</source>
        <translation>GPU 内存：%1</translation>
    </message>
    <message>
        <source>All figures in %1 (%2).</source>
        <translation>所有数值单位为 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 at its peak (%2)</source>
        <translation>%1 的峰值（%2）</translation>
    </message>
    <message>
        <source>%1 at its peak (%2) on %3</source>
        <translation>%1 在 %3 上的峰值（%2）</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>teacher</source>
        <translation>教师模型</translation>
    </message>
    <message>
        <source>update</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>model that trains</source>
        <translation>训练中的模型</translation>
    </message>
    <message>
        <source>reward model</source>
        <translation>奖励模型</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>推理引擎</translation>
    </message>
    <message>
        <source>%1: %2 GiB on the host</source>
        <translation>%1：主机上 %2 GiB</translation>
    </message>
    <message>
        <source>%1: %2 GiB on the card</source>
        <translation>%1：显卡上 %2 GiB</translation>
    </message>
    <message>
        <source>%1: allocated %2, reserved %3, on the device %4 GiB, the fullest</source>
        <translation>%1：已分配 %2，已保留 %3，设备上 %4 GiB，为最满者</translation>
    </message>
    <message>
        <source>%1: allocated %2, reserved %3, on the device %4 GiB</source>
        <translation>%1：已分配 %2，已保留 %3，设备上 %4 GiB</translation>
    </message>
    <message>
        <source>bound by the card&apos;s arithmetic</source>
        <translation>受限于显卡算力</translation>
    </message>
    <message>
        <source>bound by the card&apos;s memory</source>
        <translation>受限于显卡内存带宽</translation>
    </message>
    <message>
        <source>bound by what cards send each other</source>
        <translation>受限于显卡间通信</translation>
    </message>
    <message>
        <source>%1: %2 needs compute capability %3, %4 has %5: the run does not start there, and its time is told of the type that operands have</source>
        <translation>%1：%2 需要计算能力 %3，%4 为 %5：任务在那里无法启动，时间按操作数类型给出</translation>
    </message>
    <message>
        <source>; %1: %2</source>
        <translation>；%1：%2</translation>
    </message>
    <message>
        <source>; %1: %2, %3</source>
        <translation>；%1：%2，%3</translation>
    </message>
    <message>
        <source>%1 a million tokens in %2: %3</source>
        <translation>每百万 token %1，用时 %2：%3</translation>
    </message>
    <message>
        <source>a million tokens in %1: %2</source>
        <translation>百万 token 用时 %1：%2</translation>
    </message>
    <message>
        <source>%1 in %2 for %3: %4</source>
        <translation>%1 用时 %2，费用 %3：%4</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%1 用时 %2：%3</translation>
    </message>
    <message>
        <source>%1: changes the time and no memory (%2)</source>
        <translation>%1：改变时间，不改变显存（%2）</translation>
    </message>
    <message>
        <source>time: a bridge joins both cards, %1 GB a second</source>
        <translation>时间：两张显卡以桥接器相连，每秒 %1 GB</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, as was measured with peer-to-peer</source>
        <translation>时间：%1 张 PCI Express 显卡以环形每秒传输 %2 GB，为点对点实测值</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, by way of the host&apos;s memory and on half their lanes; a machine may be twice as fast or slow</source>
        <translation>时间：%1 张 PCI Express 显卡以环形每秒传输 %2 GB，经由主机内存且只用一半通道；实际机器可能快一倍或慢一倍</translation>
    </message>
    <message>
        <source>time: %1 cards on PCI Express send in a ring at %2 GB a second, peer to peer without a bridge; a machine may be twice as fast or slow, and without peer-to-peer slower still</source>
        <translation>时间：%1 张 PCI Express 显卡以环形每秒传输 %2 GB，点对点、无桥接器；实际机器可能快一倍或慢一倍，无点对点则更慢</translation>
    </message>
    <message>
        <source>time: completions are generated in a step of which no length is stated (%1, %2): those seconds are not in it</source>
        <translation>时间：一步中生成的回答未给出长度（%1、%2）：这些秒数未计入</translation>
    </message>
    <message>
        <source>time: how fast %1 is, no source says; taken for %2</source>
        <translation>时间：没有来源说明 %1 的速度；按 %2 计</translation>
    </message>
    <message>
        <source>time: none is told of the task %1</source>
        <translation>时间：任务 %1 不给出时间</translation>
    </message>
    <message>
        <source>time: none without a card (%1)</source>
        <translation>时间：未指定显卡则无（%1）</translation>
    </message>
    <message>
        <source>time: none, nobody states how fast memory and arithmetic of %1 are</source>
        <translation>时间：无，没有来源说明 %1 的显存与运算速度</translation>
    </message>
    <message>
        <source>time: none, not all that the run does is simulated: %1</source>
        <translation>时间：无，并非任务的全部工作都被模拟：%1</translation>
    </message>
    <message>
        <source>time: none is told of serving a model that generates no text</source>
        <translation>时间：不生成文本的模型不给出服务时间</translation>
    </message>
    <message>
        <source>time: none, no rate of %1 is known in which this run computes</source>
        <translation>时间：无，%1 在此任务所用类型下的速率未知</translation>
    </message>
    <message>
        <source>time: without CUDA graphs the host launches each kernel, at least %1 ms a step</source>
        <translation>时间：没有 CUDA graph，主机逐个启动内核，每步至少 %1 毫秒</translation>
    </message>
    <message>
        <source>one more forward a step</source>
        <translation>每步多一次前向</translation>
    </message>
    <message>
        <source>; a million tokens in %1</source>
        <translation>；百万 token 用时 %1</translation>
    </message>
    <message>
        <source>none of %1 holds it, or how fast it is there is not known</source>
        <translation>%1 中没有能容纳它的，或其速度未知</translation>
    </message>
    <message>
        <source>of those of %1 that hold it none is faster</source>
        <translation>%1 中能容纳它的没有更快的</translation>
    </message>
    <message>
        <source>it fits on no offer of a card of %1 whose price and speed are known</source>
        <translation>%1 的显卡中没有价格和速度已知且能容纳它的报价</translation>
    </message>
    <message>
        <source>bound by the host or its bus</source>
        <translation>受限于主机或其总线</translation>
    </message>
    <message>
        <source>%1 on %2: about %3, %4 to %5.</source>
        <translation>%1（%2）：约 %3，%4 至 %5。</translation>
    </message>
    <message>
        <source>%1 on %2: about %3, %4 to %5; $ %6 (%7).</source>
        <translation>%1（%2）：约 %3，%4 至 %5；$ %6（%7）。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>A step takes %1 to %2: about %3 tokens a second, %4 % of the peak; %5.</source>
        <translation>每步用时 %1 到 %2：每秒约 %3 个 token，为峰值算力的 %4 %；%5。</translation>
    </message>
    <message>
        <source>A prompt is read at about %1 tokens a second (its first token comes after %2), a sequence is written at %3 to %4; all together come out %5 tokens a second; %6.</source>
        <translation>提示以每秒约 %1 个 token 读入（首个 token 在 %2 后出现），单条序列以每秒 %3 到 %4 个 token 写出；合计每秒输出 %5 个 token；%6。</translation>
    </message>
    <message>
        <source>Working memory</source>
        <translation>临时内存</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>GPU memory in %1 (%2) of %3, planned with Plimsoll %4: %5. Allocated and reserved are the peaks that PyTorch reports, on the device is what nvidia-smi shows.</source>
        <translation>%3 的 GPU 内存，单位 %1（%2），由 Plimsoll %4 规划：%5。已分配和已保留为 PyTorch 报告的峰值，设备上为 nvidia-smi 所示。</translation>
    </message>
    <message>
        <source>%1 (or %2 in the configuration)</source>
        <translation>%1（或在配置中设 %2）</translation>
    </message>
    <message>
        <source>GGUF types are for inference only</source>
        <translation>GGUF 类型仅用于推理</translation>
    </message>
    <message>
        <source>%1 needs quantised weights</source>
        <translation>%1 需要量化的权重</translation>
    </message>
    <message>
        <source>weights quantised as %1 cannot be trained themselves</source>
        <translation>以 %1 量化的权重本身无法训练</translation>
    </message>
    <message>
        <source>%1 clamps %2 while it trains, which %3 has packed into bytes (%4)</source>
        <translation>%1 训练时对 %2 做截断，而 %3 已将其打包为字节（%4）</translation>
    </message>
    <message>
        <source>false, or %1 and %2</source>
        <translation>false，或 %1 和 %2</translation>
    </message>
    <message>
        <source>%1 steps in backward only where gradients are neither accumulated nor clipped</source>
        <translation>只有梯度既不累积也不裁剪时，%1 才在反向中更新</translation>
    </message>
    <message>
        <source>less than %1, which is %2</source>
        <translation>小于 %1（即 %2）</translation>
    </message>
    <message>
        <source>BF16 needs compute capability %1; the card has %2 and would compute it slowly or not at all</source>
        <translation>BF16 需要计算能力 %1；此显卡为 %2，计算会很慢或无法计算</translation>
    </message>
    <message>
        <source>BF16 needs compute capability %1; %3 has %2 and would compute it slowly or not at all</source>
        <translation>BF16 需要计算能力 %1；%3 为 %2，计算会很慢或无法计算</translation>
    </message>
    <message>
        <source>%1: %2 is longer than the %3 positions that the model was made for</source>
        <translation>%1：%2 超过该模型设计的 %3 个位置</translation>
    </message>
    <message>
        <source>%1: only %2 returns attention weights; of %3 none are kept (%4)</source>
        <translation>%1：只有 %2 返回注意力权重；%3 不保留它们（%4）</translation>
    </message>
    <message>
        <source>%1 does not support %2</source>
        <translation>%1 不支持 %2</translation>
    </message>
    <message>
        <source>%1 runs another flash kernel in place of %2 for %3</source>
        <translation>%1 对 %3 使用另一个 flash 内核代替 %2</translation>
    </message>
    <message>
        <source>is too large to plan</source>
        <translation>过大，无法规划</translation>
    </message>
    <message>
        <source>%1 with %2 or %3</source>
        <translation>%1 搭配 %2 或 %3</translation>
    </message>
    <message>
        <source>%1; to plan anything else give the model&apos;s %2</source>
        <translation>%1；要规划其他任务，请给出模型的 %2</translation>
    </message>
    <message>
        <source>the file says the type of each tensor</source>
        <translation>文件中写有每个张量的类型</translation>
    </message>
    <message>
        <source>%1 with %2 %3</source>
        <translation>%1 与 %2 %3</translation>
    </message>
    <message>
        <source>a product whose bytes stay below %1</source>
        <translation>字节数低于 %1 的乘积</translation>
    </message>
    <message>
        <source>rows whose logits stay below %1 bytes</source>
        <translation>logits 低于 %1 字节的行数</translation>
    </message>
    <message>
        <source>%1 has kernels for compute capability %2 and %3; %4 has %5</source>
        <translation>%1 有计算能力 %2 和 %3 的内核；%4 为 %5</translation>
    </message>
    <message>
        <source>%1 of what trains: the gradient scaler raises &quot;%2&quot; (%3)</source>
        <translation>训练部分为 %1：梯度缩放器报错“%2”（%3）</translation>
    </message>
    <message>
        <source>%1 of what trains: the gradient scaler has no kernel, &quot;%2&quot; (%3)</source>
        <translation>训练部分为 %1：梯度缩放器没有对应内核，“%2”（%3）</translation>
    </message>
    <message>
        <source>%1&apos;s attention gives %2 an input of four dimensions, of which bitsandbytes&apos; product in 8 bits raises (%3)</source>
        <translation>%1 的注意力给 %2 的输入为四维，bitsandbytes 的 8 位乘法对此报错（%3）</translation>
    </message>
    <message>
        <source>%1 does not support activation checkpointing: %2 raises (%3)</source>
        <translation>%1 不支持激活检查点：%2 报错（%3）</translation>
    </message>
    <message>
        <source>the model has no layer with attention, and its cache then does not know how long it is: %1 raises (%2)</source>
        <translation>模型没有含注意力的层，其缓存因此不知道自身长度：%1 报错（%2）</translation>
    </message>
    <message>
        <source>%1 takes fp16 and bf16 only; weights in fp32 and no autocast give it neither</source>
        <translation>%1 只接受 fp16 和 bf16；权重为 fp32 且无 autocast 时两者都没有</translation>
    </message>
    <message>
        <source>%1 takes heads of at most %2; this model has some of %3</source>
        <translation>%1 接受的头维度至多 %2；此模型有 %3 的头</translation>
    </message>
    <message>
        <source>the model&apos;s class raises where %1 meets ALiBi</source>
        <translation>%1 遇到 ALiBi 时，模型的类会报错</translation>
    </message>
    <message>
        <source>true, false, or the embedding in %1</source>
        <translation>true、false，或嵌入为 %1</translation>
    </message>
    <message>
        <source>reentrant checkpointing gives no gradients to layers whose input needs none, and below these nothing trains (%1)</source>
        <translation>可重入检查点不给输入无需梯度的层传梯度，其下没有任何部分得到训练（%1）</translation>
    </message>
    <message>
        <source>%1 is not stated: %2 takes %3 tokens, and a request of that length has %4 GiB of keys and values (of %5 tokens %6 GiB).</source>
        <translation>未指定 %1：%2 取 %3 个 token，该长度的一个请求有 %4 GiB 的键和值（%5 个 token 为 %6 GiB）。</translation>
    </message>
    <message>
        <source>%1 is not stated, and %2 has no length of its own: %3 tokens are planned, %4 GiB of keys and values a request. The model&apos;s own %5 tokens have %6 GiB.</source>
        <translation>未指定 %1，且 %2 没有自己的长度：按 %3 个 token 规划，每个请求 %4 GiB 的键和值。模型自身的 %5 个 token 为 %6 GiB。</translation>
    </message>
    <message>
        <source>%1, %2 and %3 hold experts quantised, as does %4.</source>
        <translation>%1、%2 和 %3 以量化形式保存专家，%4 也是。</translation>
    </message>
    <message>
        <source>%1, %2 and %3 hold experts quantised.</source>
        <translation>%1、%2 和 %3 以量化形式保存专家。</translation>
    </message>
    <message>
        <source>%1, %2 and %3 train on packed experts.</source>
        <translation>%1、%2 和 %3 可在打包的专家上训练。</translation>
    </message>
    <message>
        <source>%1 and %2 train on packed experts.</source>
        <translation>%1 和 %2 可在打包的专家上训练。</translation>
    </message>
    <message>
        <source>No module of this model is named %1: it changes nothing.</source>
        <translation>此模型没有名为 %1 的模块：它不起任何作用。</translation>
    </message>
    <message>
        <source>%1 packs linear modules only, and this model&apos;s experts are fused parameters: they stay in %2, %3 GiB.</source>
        <translation>%1 只打包线性模块，而此模型的专家是融合参数：它们保持 %2，%3 GiB。</translation>
    </message>
    <message>
        <source>%1 turns the experts to float32 besides: %2 GiB in place of %3 GiB; %4 leaves them in %5.</source>
        <translation>%1 还会把专家转为 float32：%2 GiB，而非 %3 GiB；%4 让它们保持 %5。</translation>
    </message>
    <message>
        <source>it takes no memory of a step</source>
        <translation>它不占用一步中的内存</translation>
    </message>
    <message>
        <source>%1: without effect, %2</source>
        <translation>%1：无影响，%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Without effect here: %1</source>
        <translation>在此无影响：%1</translation>
    </message>
    <message>
        <source>%1 of %2 calls the convolution of %3: where that is not installed, a training step raises. The figures are those with both packages.</source>
        <translation>%2 的 %1 调用 %3 的卷积：未安装时训练步会报错。数值按两个软件包都已安装计算。</translation>
    </message>
    <message>
        <source>%1 of %2 multiplies with the matrix of %3 itself, which one packed by %4 does not allow: a training step raises. The figures are those without %2.</source>
        <translation>%2 的 %1 直接与 %3 的矩阵相乘，由 %4 打包的矩阵不允许这样：训练步会报错。数值按不使用 %2 计算。</translation>
    </message>
    <message>
        <source>%1 of %2 multiplies with these matrices themselves: %3. Their adapters have no part in a training step, and nothing trains them.</source>
        <translation>%2 的 %1 直接与这些矩阵相乘：%3。它们的适配器不参与训练步，也得不到训练。</translation>
    </message>
    <message>
        <source>this plan does not run through %1</source>
        <translation>此方案不经过 %1</translation>
    </message>
    <message>
        <source>nothing is known to differ between releases of %1 here</source>
        <translation>在此处，%1 各版本之间没有已知差异</translation>
    </message>
    <message>
        <source>nothing is known to differ here from %1 %2</source>
        <translation>在此处，与 %1 %2 没有已知差异</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and %2 checkpoints hold float16 beside their integers</source>
        <translation>%1：取自检查点；配置未写明，%2 检查点在整数之外存放 float16</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and checkpoints of %2 are float32, from before transformers wrote dtypes</source>
        <translation>%1：取自检查点；配置未写明，而 %2 的检查点为 float32，早于 transformers 写入 dtype</translation>
    </message>
    <message>
        <source>%1: the checkpoint&apos;s; the configuration names none, and most checkpoints are bf16</source>
        <translation>%1：取自检查点；配置未写明，多数检查点为 bf16</translation>
    </message>
    <message>
        <source>%1 without a dtype</source>
        <translation>%1，未给 dtype</translation>
    </message>
    <message>
        <source>%1, %2 quantiser without a dtype</source>
        <translation>%1，%2 量化器，未给 dtype</translation>
    </message>
    <message>
        <source>%1, the configuration&apos;s dtype</source>
        <translation>%1，配置的 dtype</translation>
    </message>
    <message>
        <source>%1 takes its fastest kernel for this card where nothing is said (%2)</source>
        <translation>未指定时，%1 取此显卡上最快的内核（%2）</translation>
    </message>
    <message>
        <source>what %1&apos;s gated delta nets keep is counted from their sources, and measured runs took more</source>
        <translation>%1 的 gated delta net 所保留的内容按其源码计算，实测运行占用更多</translation>
    </message>
    <message>
        <source>%1 loads %2, the class that the configuration names: %3 parameters of its towers stand beside the language model, and text does not run them.</source>
        <translation>%1 加载 %2，即配置所写的类：语言模型之外还有编码塔的 %3 个参数，文本不会运行它们。</translation>
    </message>
    <message>
        <source>%1 cannot be applied to %2 with %3: it raises an ImportError over an output class that went. The figures are those of an older %4, or of a later Liger.</source>
        <translation>%1 无法与 %3 一起用于 %2：因一个已移除的输出类而抛出 ImportError。数值按较旧的 %4 或较新的 Liger 计算。</translation>
    </message>
    <message>
        <source>%1 patches no model of type %2</source>
        <translation>%1 不对 %2 类型的模型打补丁</translation>
    </message>
    <message>
        <source>%1 patches models of type %2 since its release %3</source>
        <translation>%1 从版本 %3 起对 %2 类型的模型打补丁</translation>
    </message>
    <message>
        <source>%1: planned on text. Tokens that stand for images or sound count as %2; what the towers compute per image is not in the figures, and how much it is, is not known.</source>
        <translation>%1：按文本规划。代表图像或声音的 token 计入 %2；编码塔处理每张图像的计算不在数值内，其大小未知。</translation>
    </message>
    <message>
        <source>%1: %2 positions at most, whatever %3 says.</source>
        <translation>%1：至多 %2 个位置，不论 %3 如何设置。</translation>
    </message>
    <message>
        <source>the name %1</source>
        <translation>名称 %1</translation>
    </message>
    <message>
        <source>what %1 takes of %2, which holds several types</source>
        <translation>%1 从含多种类型的 %2 中所取的类型</translation>
    </message>
    <message>
        <source>the name %1 speaks of packed weights (%2), the configuration of none: they are planned as they are; set %3</source>
        <translation>名称 %1 提到打包的权重（%2），配置未提到：按原样规划；请设置 %3</translation>
    </message>
    <message>
        <source>the name %1 speaks of packed weights (%2), the configuration of none: planned as they are, they are about %4 times larger; set %3</source>
        <translation>名称 %1 提到打包的权重（%2），配置未提到：按原样规划约大 %4 倍；请设置 %3</translation>
    </message>
    <message>
        <source>%1 generates beside the training and takes the share %2 of the card, which is not simulated</source>
        <translation>%1 在训练的同时生成，占用显卡的 %2 份额，未模拟</translation>
    </message>
    <message>
        <source>%1 generates beside the training and takes a share of the card that %2 does not say; it is not in the figures</source>
        <translation>%1 在训练的同时生成，占用显卡的一部分，%2 未写明多少；不在数值内</translation>
    </message>
    <message>
        <source>%1 generates beside the training: awake it takes the share %2 of the card, %3, asleep some %4; whether its weights and a sequence fit into that is not simulated</source>
        <translation>%1 在训练的同时生成：唤醒时占用显卡的 %2 份额，即 %3，休眠时约 %4；其权重和一条序列能否放入未模拟</translation>
    </message>
    <message>
        <source>%1 generates beside the training and holds the share %2 of the card, %3, while the model trains, since nothing puts it to sleep; whether its weights and a sequence fit into that is not simulated</source>
        <translation>%1 在训练的同时生成，模型训练时仍占用显卡的 %2 份额，即 %3，因为没有让它休眠；其权重和一条序列能否放入未模拟</translation>
    </message>
    <message>
        <source>%1 stands on the cards that train and is in the figures, as it starts there; what it serves is another plan, of %2.</source>
        <translation>%1 位于训练用的显卡上，按其启动时的占用计入数值；它的服务负载是另一个方案，属于 %2。</translation>
    </message>
    <message>
        <source>%1: what autograd keeps goes to the host at once; the few tensors still on their way over a second stream are not counted.</source>
        <translation>%1：autograd 保留的内容立即送往主机；仍在第二条流上传输的少量张量未计入。</translation>
    </message>
    <message>
        <source>%1: %2 around each layer&apos;s %3 block, projections included.</source>
        <translation>%1：%2 包住每层的 %3 块，包括投影。</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in a model of this kind is not simulated: the peak is that of a step that is not compiled, and the interval is wider.</source>
        <translation>%1：inductor 在这类模型中的融合未模拟：峰值为未编译步骤的峰值，区间更宽。</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in attention, in norms and in the loss is simulated; what it fuses in routers and experts is not, and the interval is wider.</source>
        <translation>%1：inductor 在注意力、归一化和损失中的融合已模拟；它在路由器和专家中的融合未模拟，区间更宽。</translation>
    </message>
    <message>
        <source>%1: what inductor fuses in the layers of a dense decoder and in its loss is simulated; what it reuses within a kernel&apos;s graph is not, and the interval is wider.</source>
        <translation>%1：inductor 在稠密解码器各层及其损失中的融合已模拟；它在内核图内的复用未模拟，区间更宽。</translation>
    </message>
    <message>
        <source>%1 wraps linear modules alone with %2</source>
        <translation>使用 %2 时，%1 只包装线性模块</translation>
    </message>
    <message>
        <source>%1 makes no other adapters</source>
        <translation>%1 不生成其他适配器</translation>
    </message>
    <message>
        <source>weights that are not packed</source>
        <translation>未打包的权重</translation>
    </message>
    <message>
        <source>%1&apos;s forward reads the matrix itself, whose packed form has another shape</source>
        <translation>%1 的前向直接读取矩阵，而其打包形式的形状不同</translation>
    </message>
    <message>
        <source>what %1 (%2) makes and keeps in a step is not simulated, its parameters alone are counted</source>
        <translation>%1（%2）在一步中产生和保留的内容未模拟，只计入其参数</translation>
    </message>
    <message>
        <source>compute capability %1, no card was named</source>
        <translation>计算能力 %1，未指定显卡</translation>
    </message>
    <message>
        <source>%1 has compute capability %2</source>
        <translation>%1 的计算能力为 %2</translation>
    </message>
    <message>
        <source>the releases whose behaviour the planner knows</source>
        <translation>规划器了解其行为的版本</translation>
    </message>
    <message>
        <source>the release whose start the planner knows</source>
        <translation>规划器了解其启动过程的版本</translation>
    </message>
    <message>
        <source>the weights are quantised</source>
        <translation>权重已量化</translation>
    </message>
    <message>
        <source>an adapter is given</source>
        <translation>给出了适配器</translation>
    </message>
    <message>
        <source>neither an adapter nor quantised weights are given</source>
        <translation>既未给出适配器，也未给出量化权重</translation>
    </message>
    <message>
        <source>neither the plan nor the configuration quantises</source>
        <translation>方案和配置都不做量化</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 is unpacked while it is converted</source>
        <translation>配置的 %1 在转换时解包</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 cannot be trained; unpacked while loading</source>
        <translation>配置的 %1 无法训练；加载时解包</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 (%2), which the loader unpacks on this card</source>
        <translation>配置的 %1（%2），加载器在此显卡上将其解包</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1</source>
        <translation>配置的 %1</translation>
    </message>
    <message>
        <source>the loader leaves nothing quantised</source>
        <translation>加载器不留下任何量化内容</translation>
    </message>
    <message>
        <source>the loader leaves nothing quantised as %1</source>
        <translation>加载器不留下任何 %1 量化内容</translation>
    </message>
    <message>
        <source>what %1&apos;s loader makes of it for %2 weights</source>
        <translation>%1 的加载器对 %2 权重的处理结果</translation>
    </message>
    <message>
        <source>half of the context</source>
        <translation>上下文的一半</translation>
    </message>
    <message>
        <source>the stack&apos;s own</source>
        <translation>训练栈自己的</translation>
    </message>
    <message>
        <source>as every stack does unless told</source>
        <translation>所有训练栈的默认做法</translation>
    </message>
    <message>
        <source>%1; %2 does not take them on model type %3, whose linear layers it finds by itself</source>
        <translation>%1；%2 在模型类型 %3 上不采用它们，而是自行查找其线性层</translation>
    </message>
    <message>
        <source>%1 packs to 4 bits with %2 unless told</source>
        <translation>未指定时，%1 以 %2 打包为 4 位</translation>
    </message>
    <message>
        <source>the dtype that the weights compute in</source>
        <translation>权重计算所用的 dtype</translation>
    </message>
    <message>
        <source>auto: what %1 makes of the configuration&apos;s</source>
        <translation>auto：%1 对配置中 dtype 的处理结果</translation>
    </message>
    <message>
        <source>one process on one card</source>
        <translation>一张显卡上的一个进程</translation>
    </message>
    <message>
        <source>nothing is sharded unless the plan says so</source>
        <translation>方案未写明则不分片</translation>
    </message>
    <message>
        <source>nothing is sharded; the stages are %1&apos;s</source>
        <translation>不分片；各阶段由 %1 划分</translation>
    </message>
    <message>
        <source>nothing is sharded: each process has a whole copy</source>
        <translation>不分片：每个进程有完整副本</translation>
    </message>
    <message>
        <source>%1 is version %2 where nobody says (%3)</source>
        <translation>未指定时 %1 为版本 %2（%3）</translation>
    </message>
    <message>
        <source>stages 1 and 2 of %1 are %2&apos;s</source>
        <translation>%1 的阶段 1 和 2 由 %2 实现</translation>
    </message>
    <message>
        <source>stage 3 of %1 is %2&apos;s in this stack</source>
        <translation>在此训练栈中，%1 的阶段 3 由 %2 实现</translation>
    </message>
    <message>
        <source>ranks of %1 are %2&apos;s own meshes</source>
        <translation>%1 的 rank 属于 %2 自己的设备网格</translation>
    </message>
    <message>
        <source>%1 spreads a training itself</source>
        <translation>%1 自行分布训练</translation>
    </message>
    <message>
        <source>as most servers have</source>
        <translation>多数服务器如此</translation>
    </message>
    <message>
        <source>as machines with %1 have</source>
        <translation>配有 %1 的机器如此</translation>
    </message>
    <message>
        <source>the target names %1 cards, and each group of %2 holds a copy together</source>
        <translation>目标写明 %1 张显卡，每 %2 张一组共同持有一份副本</translation>
    </message>
    <message>
        <source>as many as the target has cards</source>
        <translation>与目标的显卡数相同</translation>
    </message>
    <message>
        <source>the stack&apos;s default is of one card: an engine that reduces gradients steps once all of them are there</source>
        <translation>训练栈的默认值针对一张显卡：归约梯度的引擎在梯度齐备后才更新</translation>
    </message>
    <message>
        <source>%1 flattens parameters of one dtype only: without it there is no such run</source>
        <translation>%1 只能展平同一 dtype 的参数：没有它就无法这样运行</translation>
    </message>
    <message>
        <source>%1 would make the norms float32, and %2 raises &quot;%3&quot;; TRL leaves it out for sharded 4-bit models</source>
        <translation>%1 会把归一化层转为 float32，%2 则报错“%3”；TRL 对分片的 4 位模型略去此步</translation>
    </message>
    <message>
        <source>%1 shards parameters, gradients and states</source>
        <translation>%1 对参数、梯度和状态分片</translation>
    </message>
    <message>
        <source>%1 keeps shards, gradients and states on the host, or none of them</source>
        <translation>%1 要么把分片、梯度和状态都放在主机，要么都不放</translation>
    </message>
    <message>
        <source>%1 keeps what it gathered (%2)</source>
        <translation>%1 保留已收集的内容（%2）</translation>
    </message>
    <message>
        <source>%1 compares the logits that the model returns</source>
        <translation>%1 比较模型返回的 logits</translation>
    </message>
    <message>
        <source>nothing keeps it from training</source>
        <translation>没有什么阻止它训练</translation>
    </message>
    <message>
        <source>images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — by the processor&apos;s file beside the model</source>
        <translation>图像：%1 的图片变为 %2 个 token，分 %4 块共 %3 个 patch——依据模型旁的处理器文件</translation>
    </message>
    <message>
        <source>images: a picture of %1 becomes %2 tokens, %3 patches in %4 tiles — no processor&apos;s file is beside the model: as such checkpoints publish it</source>
        <translation>图像：%1 的图片变为 %2 个 token，分 %4 块共 %3 个 patch——模型旁没有处理器文件：按此类检查点的发布方式</translation>
    </message>
    <message>
        <source>An evaluation of %1 rows at once (%2; %3 of the Trainer) allocates at least %4 GiB, training %5 GiB: the logits of %1 × %6 × %7 stand whole.</source>
        <translation>一次评估 %1 行（%2；Trainer 的 %3）至少分配 %4 GiB，训练为 %5 GiB：%1 × %6 × %7 的 logits 完整存放。</translation>
    </message>
    <message>
        <source>other modules</source>
        <translation>其他模块</translation>
    </message>
    <message>
        <source>this router returns a tuple, which PEFT&apos;s forward (%1) does not take</source>
        <translation>此路由器返回元组，PEFT 的前向（%1）不接受</translation>
    </message>
    <message>
        <source>PEFT folds an adapter of fused experts into their parameter, which is packed as %1: unpack them while loading (%2)</source>
        <translation>PEFT 把融合专家的适配器并入其参数，而该参数以 %1 打包：请在加载时解包（%2）</translation>
    </message>
    <message>
        <source>tied embeddings lie on two stages of a pipeline</source>
        <translation>绑定的嵌入位于流水线的两个阶段上</translation>
    </message>
    <message>
        <source>a pipeline of this kind of model is not simulated yet</source>
        <translation>这类模型的流水线尚未模拟</translation>
    </message>
    <message>
        <source>a pipeline is simulated for full fine-tuning in a plain loop</source>
        <translation>流水线只在普通循环的全量微调中模拟</translation>
    </message>
    <message>
        <source>a pipeline beside other ways of splitting a model is not simulated yet</source>
        <translation>流水线与其他拆分方式并用尚未模拟</translation>
    </message>
    <message>
        <source>the model has fewer layers than the pipeline has stages</source>
        <translation>模型的层数少于流水线的阶段数</translation>
    </message>
    <message>
        <source>the step on these weights is not simulated</source>
        <translation>在这些权重上的一步未模拟</translation>
    </message>
    <message>
        <source>PEFT does not support DoRA on %1 weights</source>
        <translation>PEFT 不支持在 %1 权重上使用 DoRA</translation>
    </message>
    <message>
        <source>%1 cannot train on %2 weights: unpack them while loading (%3)</source>
        <translation>%1 无法在 %2 权重上训练：请在加载时解包（%3）</translation>
    </message>
    <message>
        <source>what %1 takes of a picture is not simulated</source>
        <translation>%1 处理图片的占用未模拟</translation>
    </message>
    <message>
        <source>%1 pictures or clips of %2 tokens stand in a row, in whose length they count</source>
        <translation>每行有 %1 张图片或段音频，各 %2 个 token，计入行的长度</translation>
    </message>
    <message>
        <source>a model type whose step is known</source>
        <translation>一步已收录的模型类型</translation>
    </message>
    <message>
        <source>a language model without layers makes no step</source>
        <translation>没有层的语言模型无法构成一步</translation>
    </message>
    <message>
        <source>dense decoders with grouped attention</source>
        <translation>分组注意力的稠密解码器</translation>
    </message>
    <message>
        <source>the step of this kind of mixture of experts is not known yet</source>
        <translation>这类混合专家模型的一步尚未收录</translation>
    </message>
    <message>
        <source>the step of this kind of attention is not known yet</source>
        <translation>这类注意力的一步尚未收录</translation>
    </message>
    <message>
        <source>a step of at most %1 allocations (larger chunks make fewer)</source>
        <translation>至多 %1 次分配的一步（更大的块可减少次数）</translation>
    </message>
    <message>
        <source>a step of this model whose bytes stay below 2^60</source>
        <translation>此模型字节数低于 2^60 的一步</translation>
    </message>
    <message>
        <source>null, which trains the whole model</source>
        <translation>null，即训练整个模型</translation>
    </message>
    <message>
        <source>the step of this model does not tell its parameters apart one by one</source>
        <translation>此模型的一步无法逐个区分参数</translation>
    </message>
    <message>
        <source>idle adapter</source>
        <translation>闲置的适配器</translation>
    </message>
    <message>
        <source>the configuration&apos;s own</source>
        <translation>配置自己的</translation>
    </message>
    <message>
        <source>%1&apos;s own: the smallest</source>
        <translation>%1 自己的：最小的</translation>
    </message>
    <message>
        <source>%1&apos;s own</source>
        <translation>%1 自己的</translation>
    </message>
    <message>
        <source>%1&apos;s own: logits whole</source>
        <translation>%1 自己的：logits 完整存放</translation>
    </message>
    <message>
        <source>%1, optimizers default to %2 on %3</source>
        <translation>%1，优化器在 %3 上默认为 %2</translation>
    </message>
    <message>
        <source>%1: %2 generates 1,024 tokens where a request names no number</source>
        <translation>%1：请求未写明数量时，%2 生成 1,024 个 token</translation>
    </message>
    <message>
        <source>only %1 with %2 reads it</source>
        <translation>只有 %1 搭配 %2 时读取它</translation>
    </message>
    <message>
        <source>the bytes are the same, and nothing that is packed is cut</source>
        <translation>字节数相同，打包的内容不会被切分</translation>
    </message>
    <message>
        <source>only %1 reads it</source>
        <translation>只有 %1 读取它</translation>
    </message>
    <message>
        <source>no pictures stand in a row (%1)</source>
        <translation>行中没有图片（%1）</translation>
    </message>
    <message>
        <source>no clips stand in a row (%1)</source>
        <translation>行中没有音频片段（%1）</translation>
    </message>
    <message>
        <source>no card and no budget is named</source>
        <translation>未指定显卡或预算</translation>
    </message>
    <message>
        <source>a scale takes no memory</source>
        <translation>缩放因子不占内存</translation>
    </message>
    <message>
        <source>%1 captures nothing</source>
        <translation>%1 不捕获任何内容</translation>
    </message>
    <message>
        <source>%1 says what a pass takes</source>
        <translation>%1 决定一次前向的占用</translation>
    </message>
    <message>
        <source>completions are generated where %1 and %2 are stated</source>
        <translation>指定了 %1 和 %2 时才生成补全</translation>
    </message>
    <message>
        <source>this objective holds its rows against no other model</source>
        <translation>此目标不将其行与其他模型对照</translation>
    </message>
    <message>
        <source>only %1 and %2 learn from a teacher</source>
        <translation>只有 %1 和 %2 向教师模型学习</translation>
    </message>
    <message>
        <source>%1 says how many there are in a step of the pipeline</source>
        <translation>%1 决定流水线一步中有多少个</translation>
    </message>
    <message>
        <source>it counts in times alone</source>
        <translation>它只影响时间</translation>
    </message>
    <message>
        <source>this adapter has none</source>
        <translation>此适配器没有这一项</translation>
    </message>
    <message>
        <source>%1 casts all of a model to what it computes in</source>
        <translation>%1 把整个模型转换为其计算类型</translation>
    </message>
    <message>
        <source>%2 is not for %1: it freezes every parameter (%3)</source>
        <translation>%2 不适用于 %1：它会冻结所有参数（%3）</translation>
    </message>
    <message>
        <source>beside adapters the model&apos;s own parameters are frozen; what trains whole stands in %1</source>
        <translation>有适配器时模型自身的参数被冻结；完整训练的部分写在 %1 中</translation>
    </message>
    <message>
        <source>%1 has one form of this optimizer</source>
        <translation>%1 中此优化器只有一种形式</translation>
    </message>
    <message>
        <source>this optimizer steps nowhere else</source>
        <translation>此优化器只在该处更新</translation>
    </message>
    <message>
        <source>%1 leaves no gradients to clip</source>
        <translation>%1 没有留下可裁剪的梯度</translation>
    </message>
    <message>
        <source>only %1 and %2 take chunks of this length</source>
        <translation>只有 %1 和 %2 采用此长度的块</translation>
    </message>
    <message>
        <source>evaluating takes less than training</source>
        <translation>评估的占用少于训练</translation>
    </message>
    <message>
        <source>generating takes less than training</source>
        <translation>生成的占用少于训练</translation>
    </message>
    <message>
        <source>one pass more without gradients takes less than training</source>
        <translation>再做一次不带梯度的前向，占用少于训练</translation>
    </message>
    <message>
        <source>%1 says how many rows a pass has</source>
        <translation>%1 决定一次前向有多少行</translation>
    </message>
    <message>
        <source>the model that trains generates itself</source>
        <translation>由训练中的模型自己生成</translation>
    </message>
    <message>
        <source>the engine takes its share whatever it makes of it</source>
        <translation>无论如何使用，推理引擎都占用其份额</translation>
    </message>
    <message>
        <source>the head scores every token of a row</source>
        <translation>输出头为行中每个 token 打分</translation>
    </message>
    <message>
        <source>the head takes less than the layers</source>
        <translation>输出头的占用少于各层</translation>
    </message>
    <message>
        <source>only %1 is computed before the training</source>
        <translation>只有 %1 在训练之前计算</translation>
    </message>
    <message>
        <source>one pass without gradients, before there is an optimizer, takes less than training</source>
        <translation>在优化器建立之前做一次不带梯度的前向，占用少于训练</translation>
    </message>
    <message>
        <source>losses of pairs are arithmetic on vectors of tokens</source>
        <translation>成对损失只是对 token 向量的运算</translation>
    </message>
    <message>
        <source>only %1 and %2 have this term</source>
        <translation>只有 %1 和 %2 有这一项</translation>
    </message>
    <message>
        <source>rows are as long whoever writes them</source>
        <translation>无论由谁写出，行的长度相同</translation>
    </message>
    <message>
        <source>the masks that padding adds to a call are not simulated</source>
        <translation>填充给调用带来的掩码未模拟</translation>
    </message>
    <message>
        <source>this split of an engine&apos;s memory is not simulated</source>
        <translation>推理引擎内存的这种划分未模拟</translation>
    </message>
    <message>
        <source>full fine-tuning with %1 trains every parameter</source>
        <translation>以 %1 做全量微调会训练所有参数</translation>
    </message>
    <message>
        <source>the Trainer drops a step&apos;s outputs before its backward pass</source>
        <translation>Trainer 在反向之前丢弃一步的输出</translation>
    </message>
    <message>
        <source>the Trainer synchronises the last micro-batch of a step alone (%1)</source>
        <translation>Trainer 只同步一步中的最后一个微批次（%1）</translation>
    </message>
    <message>
        <source>only %1 and %2 read it</source>
        <translation>只有 %1 和 %2 读取它</translation>
    </message>
    <message>
        <source>only engines that take a share of the card read it, as %1 and %2 do</source>
        <translation>只有占用显卡份额的推理引擎读取它，如 %1 和 %2</translation>
    </message>
    <message>
        <source>it is a kind of %1&apos;s caches</source>
        <translation>它是 %1 的一种缓存</translation>
    </message>
    <message>
        <source>the engine chooses its kernels by model and card</source>
        <translation>推理引擎按模型和显卡选择内核</translation>
    </message>
    <message>
        <source>%1 counts prompt and new tokens together</source>
        <translation>%1 把提示与新 token 合并计数</translation>
    </message>
    <message>
        <source>the engine computes in %1</source>
        <translation>推理引擎以 %1 计算</translation>
    </message>
    <message>
        <source>the norms take less than the peak leaves</source>
        <translation>归一化层的占用少于峰值的余量</translation>
    </message>
    <message>
        <source>one process holds all of the model and speaks to nobody</source>
        <translation>一个进程持有整个模型，不与其他进程通信</translation>
    </message>
    <message>
        <source>only %1 has buckets of gradients</source>
        <translation>只有 %1 有梯度桶</translation>
    </message>
    <message>
        <source>the model is not cut into stages: %1 is %2</source>
        <translation>模型未切成阶段：%1 为 %2</translation>
    </message>
    <message>
        <source>every rank has whole sequences: %1 is %2</source>
        <translation>每个 rank 持有完整序列：%1 为 %2</translation>
    </message>
    <message>
        <source>%1 moves parameters at stage %2 alone; %3 moves the optimizer</source>
        <translation>%1 只在阶段 %2 移动参数；%3 移动优化器</translation>
    </message>
    <message>
        <source>nothing is split over tensor-parallel ranks</source>
        <translation>没有内容在张量并行 rank 间切分</translation>
    </message>
    <message>
        <source>%1 keeps %2 for later and does nothing with it</source>
        <translation>%1 只把 %2 留作以后使用，不起作用</translation>
    </message>
    <message>
        <source>only shards of %1 have copies</source>
        <translation>只有 %1 的分片有副本</translation>
    </message>
    <message>
        <source>quantised weights are loaded on every rank (%1)</source>
        <translation>量化权重在每个 rank 上加载（%1）</translation>
    </message>
    <message>
        <source>nothing is recomputed: %1 is %2</source>
        <translation>没有重算：%1 为 %2</translation>
    </message>
    <message>
        <source>it lets the host run ahead of the card, by how far nobody knows; what is allocated at a moment of the step is the same</source>
        <translation>它让主机跑在显卡前面，超前多少未知；一步中每一时刻的分配不变</translation>
    </message>
    <message>
        <source>a step has one micro-batch</source>
        <translation>一步只有一个微批次</translation>
    </message>
    <message>
        <source>only %1 and %2 can hold their gradients back</source>
        <translation>只有 %1 和 %2 可以推迟其梯度同步</translation>
    </message>
    <message>
        <source>only %1&apos;s ring hands keys and values on so (%2)</source>
        <translation>只有 %1 的环这样传递键和值（%2）</translation>
    </message>
    <message>
        <source>the experts are not shared out: %1 is %2</source>
        <translation>专家未分配到各 rank：%1 为 %2</translation>
    </message>
    <message>
        <source>what is moved to the host is not simulated yet</source>
        <translation>移到主机的内容尚未模拟</translation>
    </message>
    <message>
        <source>each copy of the model is a plan of its own; the cards that hold one are named as %1</source>
        <translation>模型的每个副本各为一个方案；持有一个副本的显卡写为 %1</translation>
    </message>
    <message>
        <source>llama.cpp needs flash attention for a quantised V cache: set inference.flash_attention to on, or inference.kv_dtype to fp16.</source>
        <translation>llama.cpp 的量化 V 缓存需要 flash attention：将 inference.flash_attention 设为 on，或将 inference.kv_dtype 设为 fp16。</translation>
    </message>
    <message>
        <source>llama.cpp&apos;s graph of a model of type %1 is not described.</source>
        <translation>llama.cpp 对 %1 类型模型的计算图尚未收录。</translation>
    </message>
    <message>
        <source>It starts with %1 of at most %2.</source>
        <translation>%1 至多为 %2 时可启动。</translation>
    </message>
    <message>
        <source>It starts with %1 of at least %2.</source>
        <translation>%1 至少为 %2 时可启动。</translation>
    </message>
    <message>
        <source>%1: it calls %2</source>
        <translation>%1：它调用 %2</translation>
    </message>
    <message>
        <source>%1: a pass returns log-probabilities alone</source>
        <translation>%1：一次前向只返回对数概率</translation>
    </message>
    <message>
        <source>%1 generates and trains nothing</source>
        <translation>%1 只生成，不训练</translation>
    </message>
    <message>
        <source>%1 rows are in a pass at most</source>
        <translation>一次前向至多 %1 行</translation>
    </message>
    <message>
        <source>%1: %2 is %3</source>
        <translation>%1：%2 为 %3</translation>
    </message>
    <message>
        <source>%1: embeddings and norms go back after %2</source>
        <translation>%1：嵌入和归一化层在 %2 之后转回</translation>
    </message>
    <message>
        <source>%1: its defaults, as commonly known and not checked against its current release, in the training loop of %2; kernels of its own are not simulated.</source>
        <translation>%1：采用其通常所知的默认值，未与当前版本核对，训练循环按 %2；其自有内核未模拟。</translation>
    </message>
    <message>
        <source>%1: quantised models refuse mixed precision</source>
        <translation>%1：量化模型拒绝混合精度</translation>
    </message>
    <message>
        <source>%1: only its %2 strategy checkpoints</source>
        <translation>%1：只有其 %2 策略使用激活检查点</translation>
    </message>
    <message>
        <source>%1: %2 and %3 live until the next assignment</source>
        <translation>%1：%2 和 %3 存活到下一次赋值</translation>
    </message>
    <message>
        <source>%1 takes the training batch without gradients</source>
        <translation>%1 不带梯度地处理训练批次</translation>
    </message>
    <message>
        <source>another stack</source>
        <translation>另一个训练栈</translation>
    </message>
    <message>
        <source>%1 has decoders only (%2)</source>
        <translation>%1 只有解码器（%2）</translation>
    </message>
    <message>
        <source>%1: its defaults, loop and loss, and its attention and adapters for models that turn heads by halves; the rest of its model code is taken as %2&apos; modules.</source>
        <translation>%1：采用其默认值、循环和损失，以及对按半旋转注意力头的模型的注意力和适配器；其余模型代码按 %2 的模块计。</translation>
    </message>
    <message>
        <source>%1: trained parameters become %2 unless %3</source>
        <translation>%1：训练的参数变为 %2，除非 %3</translation>
    </message>
    <message>
        <source>%1: bf16 where the card has it</source>
        <translation>%1：显卡支持则为 bf16</translation>
    </message>
    <message>
        <source>%1, in the place of %2</source>
        <translation>%1，代替 %2</translation>
    </message>
    <message>
        <source>%1; checkpointing is on unless disabled</source>
        <translation>%1；除非禁用，激活检查点默认开启</translation>
    </message>
    <message>
        <source>%1: twice the rank</source>
        <translation>%1：秩的两倍</translation>
    </message>
    <message>
        <source>%1: trained parameters become %2</source>
        <translation>%1：训练的参数变为 %2</translation>
    </message>
    <message>
        <source>weights of norms are float32 already, or there are none of one dimension</source>
        <translation>归一化层的权重已是 float32，或没有一维的权重</translation>
    </message>
    <message>
        <source>%1 recomputes only with %2</source>
        <translation>%1 只有在 %2 时重算</translation>
    </message>
    <message>
        <source>%1 decouples weight decay</source>
        <translation>%1 采用解耦的权重衰减</translation>
    </message>
    <message>
        <source>%1, %2&apos;s flash attention</source>
        <translation>%1，即 %2 的 flash attention</translation>
    </message>
    <message>
        <source>%1: micro-batches of the training&apos;s size</source>
        <translation>%1：微批次与训练时相同</translation>
    </message>
    <message>
        <source>%1 makes adapters in the dtype of the model</source>
        <translation>%1 以模型的 dtype 创建适配器</translation>
    </message>
    <message>
        <source>adapters on quantised weights are not %1&apos;s</source>
        <translation>%1 不支持在量化权重上使用适配器</translation>
    </message>
    <message>
        <source>%1 has no pairs</source>
        <translation>%1 没有成对数据</translation>
    </message>
    <message>
        <source>%1 trains weights of 16 or 32 bits</source>
        <translation>%1 只训练 16 位或 32 位的权重</translation>
    </message>
    <message>
        <source>its batches have rows of one length</source>
        <translation>其批次中各行长度相同</translation>
    </message>
    <message>
        <source>scores that no fused kernel makes are not simulated (%1)</source>
        <translation>没有融合内核的注意力分数未模拟（%1）</translation>
    </message>
    <message>
        <source>%1 makes its logits whole; %2 is %3</source>
        <translation>%1 完整生成 logits；%2 为 %3</translation>
    </message>
    <message>
        <source>what %1 holds for another one is not simulated</source>
        <translation>%1 为其他优化器保留的内容未模拟</translation>
    </message>
    <message>
        <source>%1 steps when all gradients are reduced</source>
        <translation>%1 在所有梯度归约后更新</translation>
    </message>
    <message>
        <source>%1 does not compile its model</source>
        <translation>%1 不编译其模型</translation>
    </message>
    <message>
        <source>it evaluates micro-batches of the same size, which takes less than training</source>
        <translation>它以相同大小的微批次评估，占用少于训练</translation>
    </message>
    <message>
        <source>Interleaved 1F1B requires the number of microbatches to be a multiple of the number of rounds (%1), but got %2.</source>
        <translation>交错 1F1B 要求微批次数为轮数（%1）的倍数，现为 %2。</translation>
    </message>
    <message>
        <source>Number of microbatches (%1) must be greater than or equal to the number of stages (%2).</source>
        <translation>微批次数（%1）必须大于或等于阶段数（%2）。</translation>
    </message>
    <message>
        <source>a plain loop enters no autocast</source>
        <translation>普通循环不进入 autocast</translation>
    </message>
    <message>
        <source>a plain loop calls nothing</source>
        <translation>普通循环不调用任何函数</translation>
    </message>
    <message>
        <source>a plain loop enables nothing</source>
        <translation>普通循环不启用任何功能</translation>
    </message>
    <message>
        <source>%1: the model type&apos;s own</source>
        <translation>%1：该模型类型自己的</translation>
    </message>
    <message>
        <source>the usual choice; a plain loop names its optimizer itself</source>
        <translation>通常的选择；普通循环自行指定优化器</translation>
    </message>
    <message>
        <source>a plain loop clips nothing</source>
        <translation>普通循环不做裁剪</translation>
    </message>
    <message>
        <source>a plain loop&apos;s %2 live until the next assignment</source>
        <translation>普通循环的 %2 存活到下一次赋值</translation>
    </message>
    <message>
        <source>a plain loop evaluates nothing</source>
        <translation>普通循环不做评估</translation>
    </message>
    <message>
        <source>%1: %2 with quantised scales</source>
        <translation>%1：%2，缩放因子也量化</translation>
    </message>
    <message>
        <source>%1 recipes compute in their dtype</source>
        <translation>%1 的 recipe 以其 dtype 计算</translation>
    </message>
    <message>
        <source>%1: %2 and %3</source>
        <translation>%1：%2 和 %3</translation>
    </message>
    <message>
        <source>%1 recipes evaluate nothing</source>
        <translation>%1 的 recipe 不做评估</translation>
    </message>
    <message>
        <source>the loop of %1&apos;s recipes is fixed</source>
        <translation>%1 的 recipe 循环是固定的</translation>
    </message>
    <message>
        <source>%1: its defaults, loop and loss; its own model code is taken as %2&apos; modules.</source>
        <translation>%1：采用其默认值、循环和损失；其自有模型代码按 %2 的模块计。</translation>
    </message>
    <message>
        <source>%1 and %2 are %3</source>
        <translation>%1 和 %2 为 %3</translation>
    </message>
    <message>
        <source>%1&apos;s guide to FSDP, for which weights are stored as floats, does not call %2</source>
        <translation>%1 的 FSDP 指南把权重存为浮点，不调用 %2</translation>
    </message>
    <message>
        <source>%1&apos;s guide to quantised models calls %2</source>
        <translation>%1 的量化模型指南调用 %2</translation>
    </message>
    <message>
        <source>%1 is %2 before %3</source>
        <translation>%3 之前 %1 为 %2</translation>
    </message>
    <message>
        <source>%1 is %2 with %3 or later</source>
        <translation>%3 或更高版本时 %1 为 %2</translation>
    </message>
    <message>
        <source>%1: %2 unless %3 sets a dtype</source>
        <translation>%1：%2，除非 %3 设置了 dtype</translation>
    </message>
    <message>
        <source>%1 does not call %2</source>
        <translation>%1 不调用 %2</translation>
    </message>
    <message>
        <source>%1 casts adapters on quantised models</source>
        <translation>%1 会转换量化模型上的适配器</translation>
    </message>
    <message>
        <source>%1 is computed in chunks</source>
        <translation>%1 分块计算</translation>
    </message>
    <message>
        <source>%1: off unless asked for; then at level 2</source>
        <translation>%1：默认关闭，需要时开启；开启后为级别 2</translation>
    </message>
    <message>
        <source>%1: its defaults, checkpoints and loss on %2&apos; layers; what it compiles in full fine-tuning is not simulated.</source>
        <translation>%1：在 %2 的层上采用其默认值、激活检查点和损失；全量微调中的编译未模拟。</translation>
    </message>
    <message>
        <source>%1 cuts %2 layers into %3 stages by %4 alone, and is planned so.</source>
        <translation>%1 只有通过 %4 才能把 %2 层切分为 %3 个阶段，此处按此规划。</translation>
    </message>
    <message>
        <source>vLLM stops with an assertion in its profile pass: its kernels read adapters in the type of the model alone</source>
        <translation>vLLM 在其 profile 前向中因断言而停止：它的内核只能以模型的类型读取适配器</translation>
    </message>
    <message>
        <source>who asks it to sleep says how deep</source>
        <translation>休眠的深度由请求休眠的一方指定</translation>
    </message>
    <message>
        <source>a number of pictures, or one for each of %1 and %2</source>
        <translation>图片数量，或为 %1 和 %2 各给一个数</translation>
    </message>
    <message>
        <source>a list of names that modules end with</source>
        <translation>模块名结尾的列表</translation>
    </message>
    <message>
        <source>A step: measured %1 s, planned %2 s (%3 to %4)</source>
        <translation>一步：实测 %1 s，方案 %2 s（%3 至 %4）</translation>
    </message>
    <message>
        <source>Tokens a second: measured %1, planned %2 (%3 to %4)</source>
        <translation>每秒 token：实测 %1，方案 %2（%3 至 %4）</translation>
    </message>
    <message>
        <source>%1 for a million tokens: %2</source>
        <translation>每百万 token 的 %1：%2</translation>
    </message>
    <message>
        <source>of splits these are minimized</source>
        <translation>对切分方案最小化这些量</translation>
    </message>
    <message>
        <source>time: %1 measured runs of %2 are in its interval</source>
        <translation>时间：其区间已计入 %2 上 %1 次实测运行</translation>
    </message>
    <message>
        <source>%1 has no such method: %2</source>
        <translation>%1 没有这种方法：%2</translation>
    </message>
    <message>
        <source>line %1: no TOML</source>
        <translation>第 %1 行：不是 TOML</translation>
    </message>
    <message>
        <source>%1 keeps the language head beside that of scores</source>
        <translation>%1 在打分头之外仍保留语言头</translation>
    </message>
    <message>
        <source>a frozen tower keeps nothing</source>
        <translation>冻结的塔不保留任何东西</translation>
    </message>
    <message>
        <source>a switch is expected</source>
        <translation>此处应为开关值</translation>
    </message>
    <message>
        <source>a row is a prompt and its completion, as long as both</source>
        <translation>一行是提示加补全，长度为两者之和</translation>
    </message>
    <message>
        <source>it is %1 or %2</source>
        <translation>它是 %1 或 %2</translation>
    </message>
    <message>
        <source>%1 has no such engine beside it</source>
        <translation>%1 旁边没有这种引擎</translation>
    </message>
    <message>
        <source>models beside the one that trains stand on other cards</source>
        <translation>训练模型之外的模型位于其他显卡</translation>
    </message>
    <message>
        <source>it sleeps at level 2, or not at all</source>
        <translation>它以级别 2 休眠，或根本不休眠</translation>
    </message>
    <message>
        <source>%1 is written for completions that are drawn</source>
        <translation>%1 用于采样得到的补全</translation>
    </message>
    <message>
        <source>names of modules are expected</source>
        <translation>此处应为模块名</translation>
    </message>
    <message>
        <source>%1 does otherwise</source>
        <translation>%1 的做法不同</translation>
    </message>
    <message>
        <source>%1 chooses it by what trains</source>
        <translation>%1 按训练内容自行选择</translation>
    </message>
    <message>
        <source>%1 names one model that is at hand</source>
        <translation>%1 指定一个现成的模型</translation>
    </message>
    <message>
        <source>prompts are as long as the data has them</source>
        <translation>提示长度由数据决定</translation>
    </message>
    <message>
        <source>%1 spreads its actor by %2</source>
        <translation>%1 用 %2 分布其 actor</translation>
    </message>
    <message>
        <source>a dtype is expected</source>
        <translation>此处应为数据类型</translation>
    </message>
    <message>
        <source>it sleeps at level %1, or not at all</source>
        <translation>它以级别 %1 休眠，或根本不休眠</translation>
    </message>
    <message>
        <source>a step has whole groups of completions</source>
        <translation>一步包含完整的补全组</translation>
    </message>
    <message>
        <source>a row of the data is %1 texts, each of which the model reads by itself: %2 rows are micro_batch %3; more texts beside them (negatives) are more</source>
        <translation>数据的一行是 %1 段文本，模型分别读取：%2 行即 micro_batch %3；另有文本（负例）则更多</translation>
    </message>
    <message>
        <source>how many ranks share it is not said</source>
        <translation>未说明有多少个 rank 分摊</translation>
    </message>
    <message>
        <source>it sleeps at level 1, or not at all</source>
        <translation>它以级别 1 休眠，或根本不休眠</translation>
    </message>
    <message>
        <source>%1; %2 % more time for each token</source>
        <translation>%1；每个 token 多用 %2 % 的时间</translation>
    </message>
    <message>
        <source>%1; %2 % less time for each token</source>
        <translation>%1；每个 token 少用 %2 % 的时间</translation>
    </message>
    <message>
        <source>no figure of time</source>
        <translation>没有时间数据</translation>
    </message>
    <message>
        <source>%1 | parts of module names</source>
        <translation>%1 | 模块名的一部分</translation>
    </message>
    <message>
        <source>%1, with commas between</source>
        <translation>%1，用逗号分隔</translation>
    </message>
    <message>
        <source>an object with %1 or %2, and %3</source>
        <translation>带有 %1 或 %2 以及 %3 的对象</translation>
    </message>
    <message>
        <source>a number above %1, at most %2</source>
        <translation>大于 %1 且不超过 %2 的数</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 epochs of %2</source>
        <translation>%2 的 %1 个轮次</translation>
    </message>
    <message>
        <source>Time.</source>
        <translation>时间。</translation>
    </message>
    <message>
        <source>it orders a card and a budget, and not both are named</source>
        <translation>它为显卡和预算排序，而两者并未都给出</translation>
    </message>
    <message>
        <source>only %1 keeps results operation by operation</source>
        <translation>只有 %1 按操作保留结果</translation>
    </message>
    <message>
        <source>only losses of %1 and %2 run a batch in parts</source>
        <translation>只有 %1 和 %2 的损失会分批计算</translation>
    </message>
    <message>
        <source>a part of the batch takes less than what stands anyway</source>
        <translation>批次的一部分占用少于本来就存在的内容</translation>
    </message>
    <message>
        <source>%1: %2 casts in its place</source>
        <translation>%1：由 %2 代为转换类型</translation>
    </message>
    <message>
        <source>%1: %2, which keeps what flash kernels keep</source>
        <translation>%1：%2，保留与 flash 内核相同的内容</translation>
    </message>
    <message>
        <source>%1: off</source>
        <translation>%1：关闭</translation>
    </message>
    <message>
        <source>%1: also on one card</source>
        <translation>%1：单卡时也是</translation>
    </message>
    <message>
        <source>%1 drops a step&apos;s outputs before its backward pass</source>
        <translation>%1 在反向之前丢弃一步的输出</translation>
    </message>
    <message>
        <source>%1 fills its rows; positions tell documents apart</source>
        <translation>%1 填满各行；用位置区分文档</translation>
    </message>
    <message>
        <source>%1 casts by %2 alone (%3)</source>
        <translation>%1 只用 %2 转换类型（%3）</translation>
    </message>
    <message>
        <source>%1 trains no packed weights</source>
        <translation>%1 不训练量化打包的权重</translation>
    </message>
    <message>
        <source>%1 takes two dtypes (%2)</source>
        <translation>%1 接受两种数据类型（%2）</translation>
    </message>
    <message>
        <source>%1 has two losses (%2)</source>
        <translation>%1 有两种损失（%2）</translation>
    </message>
    <message>
        <source>%1 shards by %2 always (%3)</source>
        <translation>%1 始终用 %2 分片（%3）</translation>
    </message>
    <message>
        <source>stages of %1 are not simulated</source>
        <translation>不模拟 %1 的阶段</translation>
    </message>
    <message>
        <source>how %1 divides layers unlike Llama 3&apos;s and Qwen 3&apos;s is not simulated</source>
        <translation>不模拟 %1 如何划分与 Llama 3、Qwen 3 不同的层</translation>
    </message>
    <message>
        <source>%1: its defaults, loop, loss and sharding, and its own lines for models like Llama 3 and Qwen 3; others are taken as %2&apos; modules. CUDA graphs of the step are not simulated.</source>
        <translation>%1：其默认值、循环、损失和分片，以及对 Llama 3、Qwen 3 这类模型的自有实现；其他模型按 %2 的模块处理。不模拟整步的 CUDA 图。</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference.</source>
        <translation>%1：对 %2 个补全（各 %3 个 token）的一次优化前向，另有参考模型的一次。</translation>
    </message>
    <message>
        <source>%1: one optimization pass over %2 completions of %3 tokens, and one of the reference; generating them is another plan, of %4.</source>
        <translation>%1：对 %2 个补全（各 %3 个 token）的一次优化前向，另有参考模型的一次；生成它们是另一个方案，即 %4。</translation>
    </message>
    <message>
        <source>the name of a card, or %1 for so much memory</source>
        <translation>显卡名称，或用 %1 表示这么多显存</translation>
    </message>
    <message>
        <source>Pictures of at most %1 tiles</source>
        <translation>图片最多 %1 块</translation>
    </message>
    <message>
        <source>pictures of at most %1 tiles</source>
        <translation>图片最多 %1 块</translation>
    </message>
    <message>
        <source>small print and details are lost</source>
        <translation>小字和细节会丢失</translation>
    </message>
    <message>
        <source>Pictures of at most %1 pixels</source>
        <translation>图片最多 %1 像素</translation>
    </message>
    <message>
        <source>pictures of at most %1 pixels</source>
        <translation>图片最多 %1 像素</translation>
    </message>
    <message>
        <source>The tower stays frozen</source>
        <translation>编码塔保持冻结</translation>
    </message>
    <message>
        <source>the tower stays frozen</source>
        <translation>编码塔保持冻结</translation>
    </message>
    <message>
        <source>the model learns to read, not to see</source>
        <translation>模型学的是读，而不是看</translation>
    </message>
    <message>
        <source>Checkpoints in the tower</source>
        <translation>编码塔内使用检查点</translation>
    </message>
    <message>
        <source>checkpoints in the tower</source>
        <translation>编码塔内使用检查点</translation>
    </message>
    <message>
        <source>the tower runs once more in the backward pass</source>
        <translation>反向传播时编码塔会再运行一次</translation>
    </message>
    <message>
        <source>it is already</source>
        <translation>已经如此</translation>
    </message>
    <message>
        <source>Nothing drafts</source>
        <translation>不使用草稿模型</translation>
    </message>
    <message>
        <source>nothing drafts</source>
        <translation>不使用草稿模型</translation>
    </message>
    <message>
        <source>tokens come one by one: slower answers</source>
        <translation>token 逐个生成：回答更慢</translation>
    </message>
    <message>
        <source>Places for %1 adapters</source>
        <translation>%1 个适配器位置</translation>
    </message>
    <message>
        <source>requests for other adapters wait until one is changed</source>
        <translation>对其他适配器的请求要等到换入后才处理</translation>
    </message>
    <message>
        <source>No videos</source>
        <translation>不接受视频</translation>
    </message>
    <message>
        <source>no videos</source>
        <translation>不接受视频</translation>
    </message>
    <message>
        <source>prompts with videos are refused</source>
        <translation>带视频的提示会被拒绝</translation>
    </message>
    <message>
        <source>No pictures</source>
        <translation>不接受图片</translation>
    </message>
    <message>
        <source>no pictures</source>
        <translation>不接受图片</translation>
    </message>
    <message>
        <source>prompts with pictures are refused; the tower is not loaded</source>
        <translation>带图片的提示会被拒绝；编码塔不会加载</translation>
    </message>
    <message>
        <source>the %1 budget</source>
        <translation>%1 预算</translation>
    </message>
    <message>
        <source>grouped or latent attention with a dense or sparse MLP</source>
        <translation>分组或潜在注意力，配稠密或稀疏 MLP</translation>
    </message>
    <message>
        <source>none: it cuts pictures by sizes, not by a number of tiles</source>
        <translation>无：它按尺寸切分图片，而不是按块数</translation>
    </message>
    <message>
        <source>%1 | {%2: %3 to %4} | {%5: %6, or a list of %7} | %8</source>
        <translation>%1 | {%2: %3 到 %4} | {%5: %6，或 %7 的列表} | %8</translation>
    </message>
    <message>
        <source>images: %1 hands the processor a picture of %2</source>
        <translation>images：%1 交给处理器的图片为 %2</translation>
    </message>
    <message>
        <source>only %1 over several ranks recomputes modules of a layer by name</source>
        <translation>只有多 rank 的 %1 能按名称重算层内模块</translation>
    </message>
    <message>
        <source>%1, of so many layers at once, %2 or nothing is simulated</source>
        <translation>%1；一次这么多层时，只模拟 %2 或不模拟</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>is no whole number: %1 reads the digits before the first letter</source>
        <translation>不是整数：%1 只读取第一个字母之前的数字</translation>
    </message>
    <message>
        <source>not said: %1 %2 (%3)</source>
        <translation>未表达：%1 %2（%3）</translation>
    </message>
    <message>
        <source>over how many ranks is not said: an estimate takes as many as cards are named (%1), or %2</source>
        <translation>未说明分布到多少个 rank：估算按所列显卡数（%1）或 %2 计</translation>
    </message>
    <message>
        <source>it changes what trains in a way that is not planned</source>
        <translation>它改变训练内容的方式不在规划范围内</translation>
    </message>
    <message>
        <source>keys of %1&apos;s configuration</source>
        <translation>%1 配置的键</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>%1 的列表</translation>
    </message>
    <message>
        <source>%1 refuses it beside %2 or an expression</source>
        <translation>%1 拒绝将其与 %2 或表达式并用</translation>
    </message>
    <message>
        <source>%1 wants both</source>
        <translation>%1 要求两者都给出</translation>
    </message>
    <message>
        <source>time: %1 generates the completions, and its seconds are not in a step</source>
        <translation>时间：补全由 %1 生成，其耗时不计入一步</translation>
    </message>
    <message>
        <source>%1 loads the model that drafts, finds its %2 words more than %3 off the model&apos;s %4, frees it again and serves without: nothing is drafted (%5)</source>
        <translation>%1 加载草稿模型，发现其 %2 个词与模型的 %4 个相差超过 %3，随即释放并在没有它的情况下服务：不进行草稿生成（%5）</translation>
    </message>
    <message>
        <source>A picture has %1 patches here, and %2 reads them with a kernel that keeps no scores. Swift&apos;s library and Ollama&apos;s runner on MLX have none for heads of this width: there they stand whole, %3 GiB more; %4 bounds them.</source>
        <translation>这里一张图片有 %1 个图块，%2 用不保留注意力分数的内核读取它们。Swift 的库和 MLX 上 Ollama 的运行器没有适合此宽度注意力头的内核：在那里分数会完整保留，多占 %3 GiB；%4 可限制它们。</translation>
    </message>
    <message>
        <source>%1 keeps the features of the last %2 pictures that it saw, up to %3 GiB more.</source>
        <translation>%1 会保留最近见过的 %2 张图片的特征，最多再占 %3 GiB。</translation>
    </message>
    <message>
        <source>%1 keeps the caches of the last %2 prompts beside those that run, at this length up to %3 GiB more (%4).</source>
        <translation>除正在运行的之外，%1 还保留最近 %2 个提示的缓存，在此长度下最多再占 %3 GiB（%4）。</translation>
    </message>
    <message>
        <source>who calls it adds what stands here: only that can tell</source>
        <translation>调用者会补上这里的内容：只有它才能说明</translation>
    </message>
    <message>
        <source>The same model without adapters as the reference</source>
        <translation>以不带适配器的同一模型作参考</translation>
    </message>
    <message>
        <source>the same model without adapters as the reference</source>
        <translation>以不带适配器的同一模型作参考</translation>
    </message>
    <message>
        <source>no second model is held; same result where both began alike</source>
        <translation>不再持有第二个模型；两者起点相同时结果一致</translation>
    </message>
    <message>
        <source>%1, and the same model without adapters as the reference</source>
        <translation>%1，并以不带适配器的同一模型作参考</translation>
    </message>
    <message>
        <source>fewer weights learn; no second model is held</source>
        <translation>学习的权重更少；不再持有第二个模型</translation>
    </message>
    <message>
        <source>its layers are spread over %1 cards</source>
        <translation>其各层分布在 %1 张卡上</translation>
    </message>
    <message>
        <source>%1 tensor ranks share the model</source>
        <translation>%1 个张量并行进程分摊该模型</translation>
    </message>
    <message>
        <source>Does not fit on %1: %2 processes, each on a card of its own.</source>
        <translation>%1 放不下：%2 个进程，每个需要单独一张卡。</translation>
    </message>
    <message>
        <source>Does not run on %1, which has room for it.</source>
        <translation>无法在 %1 上运行，尽管显存足够。</translation>
    </message>
    <message>
        <source>%1: its memory is a NUMA node of the host unless the driver manages it (%2): file caches and processes of the host may stand in it, and less is then free at a start (%3)</source>
        <translation>%1：其显存是主机的一个 NUMA 节点，除非由驱动管理（%2）：主机的文件缓存和进程可能占用其中，启动时的空闲显存会因此减少（%3）</translation>
    </message>
    <message>
        <source>%1 cards would do, of which the first was taken: %2</source>
        <translation>有 %1 种卡可选，取了第一种：%2</translation>
    </message>
    <message>
        <source>%1 cards are named, for %2 processes that take %3 of %4 each.</source>
        <translation>指定了 %1 张卡，而有 %2 个进程，每个占用 %4 中的 %3。</translation>
    </message>
    <message>
        <source>%1 beside a pipeline is not simulated</source>
        <translation>未模拟 %1 与流水线并行的组合</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>profile pass</source>
        <translation>性能分析前向</translation>
    </message>
    <message>
        <source>graph capture</source>
        <translation>图捕获</translation>
    </message>
    <message>
        <source>serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>prompt and completion are %1 + %2 tokens, and every pass of the training is planned with the %3 of %4: leave that out, and they are what a row has.</source>
        <translation>提示与补全为 %1 + %2 个 token，而训练的每次传递都按 %4 的 %3 规划：去掉它，一行就是前者的长度。</translation>
    </message>
    <message>
        <source>completions that end early are padded: %1 then holds a mask of every row, up to %2 GiB more at this length; %3 plans it.</source>
        <translation>提前结束的补全会被填充：此时 %1 为每一行保留掩码，在此长度下最多再占 %2 GiB；%3 会将其计入规划。</translation>
    </message>
    <message>
        <source>%1 rewrites names of modules for this model. Without %2 adapters would lie in the towers alone, where no text trains them: planned is %3, as its own runs set it.</source>
        <translation>%1 会改写此模型的模块名。没有 %2，适配器只会落在编码塔中，而文本无法训练它们：这里按其自身运行的设置规划为 %3。</translation>
    </message>
    <message>
        <source>full or chunked: %1 packs the head&apos;s matrix too, which this loss multiplies with</source>
        <translation>full 或 chunked：%1 也会打包输出头的矩阵，而此损失需要与它相乘</translation>
    </message>
    <message>
        <source>%1: %2 or %3 as the model was loaded</source>
        <translation>%1：按模型加载时的精度取 %2 或 %3</translation>
    </message>
    <message>
        <source>model buffer</source>
        <translation>模型缓冲区</translation>
    </message>
    <message>
        <source>KV buffer</source>
        <translation>KV 缓冲区</translation>
    </message>
    <message>
        <source>compute buffer</source>
        <translation>计算缓冲区</translation>
    </message>
    <message>
        <source>tables of requests</source>
        <translation>请求表</translation>
    </message>
    <message>
        <source>rotary tables</source>
        <translation>旋转位置表</translation>
    </message>
    <message>
        <source>largest pass</source>
        <translation>最大一次前向</translation>
    </message>
    <message>
        <source>buffers and graphs</source>
        <translation>缓冲区与图</translation>
    </message>
    <message>
        <source>embeddings of pictures</source>
        <translation>图片嵌入</translation>
    </message>
    <message>
        <source>embeddings and norms</source>
        <translation>嵌入与归一化</translation>
    </message>
    <message>
        <source>places for adapters</source>
        <translation>适配器槽位</translation>
    </message>
    <message>
        <source>choices of the indexer</source>
        <translation>索引器的选择</translation>
    </message>
    <message>
        <source>decoder layer</source>
        <translation>解码器层</translation>
    </message>
    <message>
        <source>buffers of the runner</source>
        <translation>运行器缓冲区</translation>
    </message>
    <message>
        <source>it is about generating, for which the plan read here has no field</source>
        <translation>与生成有关，此处读取的方案没有对应字段</translation>
    </message>
    <message>
        <source>experts whose adapters differ in rank are not simulated</source>
        <translation>未模拟适配器秩不同的专家</translation>
    </message>
    <message>
        <source>numbers above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>an object of LoRA adapters to mix</source>
        <translation>由待混合的 LoRA 适配器组成的对象</translation>
    </message>
    <message>
        <source>time: %1 makes the %2 completions of a step, %3 at once, each to its full length</source>
        <translation>时间：%1 生成每步的 %2 个补全，同时 %3 个，各按完整长度</translation>
    </message>
    <message>
        <source>the configuration names no class (%1)</source>
        <translation>配置未写明类（%1）</translation>
    </message>
    <message>
        <source>%1 is a class without a head</source>
        <translation>%1 是不带输出头的类</translation>
    </message>
    <message>
        <source>%1 serves this model for embeddings alone and loads no head: %2</source>
        <translation>%1 仅以嵌入方式提供此模型，不加载输出头：%2</translation>
    </message>
    <message>
        <source>an engine that generates: what stays of it while it sleeps</source>
        <translation>负责生成的引擎：休眠时留下的部分</translation>
    </message>
    <message>
        <source>an engine that generates: its weights</source>
        <translation>负责生成的引擎：其权重</translation>
    </message>
    <message>
        <source>an engine that generates: its cache</source>
        <translation>负责生成的引擎：其缓存</translation>
    </message>
    <message>
        <source>an engine that generates: its graphs, buffers and libraries</source>
        <translation>负责生成的引擎：其图、缓冲区与库</translation>
    </message>
    <message>
        <source>a cache without a bound has no size that a plan could say</source>
        <translation>没有上限的缓存，方案无法写出其大小</translation>
    </message>
    <message>
        <source>%1 takes whole %2</source>
        <translation>%1 接受完整的 %2</translation>
    </message>
    <message>
        <source>only pictures of %1 are cut by it</source>
        <translation>只有 %1 的图片会因此被切分</translation>
    </message>
    <message>
        <source>adapters stand where their targets say: it decides with %1 alone</source>
        <translation>适配器的位置由目标决定：仅在 %1 时由它决定</translation>
    </message>
    <message>
        <source>ms-swift leaves tower and aligner in 16 bits (%1), which a plan cannot say: it packs them, and takes about 1.5 bytes a parameter of theirs too little</source>
        <translation>ms-swift 让编码塔与对齐层保持 16 位（%1），方案无法表达：此处按压缩计，其每个参数约少算 1.5 字节</translation>
    </message>
    <message>
        <source>Weights, gradients and optimizer states on the host (%1)</source>
        <translation>权重、梯度和优化器状态放在主机（%1）</translation>
    </message>
    <message>
        <source>weights, gradients and optimizer states on the host (%1)</source>
        <translation>权重、梯度和优化器状态放在主机（%1）</translation>
    </message>
    <message>
        <source>weights cross PCIe twice a step, gradients once</source>
        <translation>权重每步经过 PCIe 两次，梯度一次</translation>
    </message>
    <message>
        <source>Seconds a step</source>
        <translation>每步秒数</translation>
    </message>
    <message>
        <source>Tokens a second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Hours of the run</source>
        <translation>运行小时数</translation>
    </message>
    <message>
        <source>Dollars of it</source>
        <translation>其费用（美元）</translation>
    </message>
    <message>
        <source>%1: planned on text alone: nothing that its towers compute is in the figures. %2 puts some of it into the rows.</source>
        <translation>%1：仅按文本规划：其编码塔的计算不在数值内。%2 可将其中一部分放入行中。</translation>
    </message>
    <message>
        <source>%1 takes %2, of which %3 rows of a step are no multiple</source>
        <translation>%1 采用 %2，而每步 %3 行不是它的倍数</translation>
    </message>
    <message>
        <source>%1 reads text alone</source>
        <translation>%1 只读文本</translation>
    </message>
    <message>
        <source>%1 reads pictures and no sound</source>
        <translation>%1 读图片，不读声音</translation>
    </message>
    <message>
        <source>what %1 takes of a clip of sound is not simulated</source>
        <translation>未模拟 %1 对一段声音的占用</translation>
    </message>
    <message>
        <source>completions of one prompt are read as one</source>
        <translation>同一提示的补全按一个读取</translation>
    </message>
    <message>
        <source>%1 keeps adapters out of what stands beside the language model (%2), unless %3 says otherwise, and is planned so.</source>
        <translation>除非 %3 另有说明，%1 不在语言模型之外的部分（%2）放适配器，此处据此规划。</translation>
    </message>
    <message>
        <source>adapters of one rank on all matrices of a kind are simulated</source>
        <translation>仅模拟同一类矩阵都用同一个秩的适配器</translation>
    </message>
    <message>
        <source>only losses of %1 that run a batch whole read texts one after the other</source>
        <translation>只有整批运行的 %1 损失才逐列读取文本</translation>
    </message>
    <message>
        <source>what a pass computes takes less than what stands anyway</source>
        <translation>一次前向的计算少于本就占用的内存</translation>
    </message>
    <message>
        <source>only %1 trains prediction layers</source>
        <translation>只有 %1 训练预测层</translation>
    </message>
    <message>
        <source>Card and host have one memory: while it loads, %1 stand on the card and up to %2 of the file beside them, and %3 are free at a start. The file&apos;s pages are given back where they must be, unless something pins them: slow, and machines have frozen over it.</source>
        <translation>显卡和主机共用一份内存：加载时显卡上有 %1，另有最多 %2 的文件，而启动时空闲 %3。文件的页面在必要时会被收回，除非有东西固定了它们：这很慢，也有机器因此卡死。</translation>
    </message>
    <message>
        <source>Peak in the tower, %1: allocated %2, reserved %3, on the device %4 GiB (90 % interval %5–%6).</source>
        <translation>峰值在编码塔，%1：已分配 %2，已保留 %3，设备上 %4 GiB（90 % 区间 %5–%6）。</translation>
    </message>
    <message>
        <source>llama.cpp ends with &quot;unable to allocate … buffer&quot; while it loads the model: lower inference.gpu_layers or inference.context.</source>
        <translation>llama.cpp 加载模型时以“unable to allocate … buffer”结束：请降低 inference.gpu_layers 或 inference.context。</translation>
    </message>
    <message>
        <source>%1 has it for these model types alone</source>
        <translation>%1 只对这些模型类型提供</translation>
    </message>
    <message>
        <source>the projector&apos;s file is %1 by its name: it is planned with matrices of 16 bits, which no field of a plan changes</source>
        <translation>按名称，投影器文件为 %1：按 16 位矩阵规划，方案中没有字段能改变它</translation>
    </message>
    <message>
        <source>%1: how large the adapter is, is not known here: its file&apos;s tensors come on top of the figures</source>
        <translation>%1：此处不知道适配器有多大：其文件中的张量需另加</translation>
    </message>
    <message>
        <source>it counts places of a model whose patches are not known here: %1 of a plan counts pixels</source>
        <translation>它按此处未知其图块的模型的位置计数：方案的 %1 按像素计数</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 是 %2</translation>
    </message>
    <message>
        <source>plans train all adapters that there are, or leave them out</source>
        <translation>方案训练所有存在的适配器，或者不加适配器</translation>
    </message>
    <message>
        <source>%1 holds a second model, which no field of a plan says: the weights of %2 (4 bytes a parameter unless it is loaded otherwise) and what its forward takes come on top</source>
        <translation>%1 持有第二个模型，方案中没有字段表示它：%2 的权重（若未另行加载，每个参数 4 字节）及其前向所需的内存需另加</translation>
    </message>
    <message>
        <source>beside adapters it stays as it is, or has adapters itself</source>
        <translation>在适配器旁，它保持原样，或自身带适配器</translation>
    </message>
    <message>
        <source>a plan of %1 brings pictures to the tower&apos;s own width, 512 pixels where it has none</source>
        <translation>%1 的方案把图片缩放到编码塔自身的宽度，没有则为 512 像素</translation>
    </message>
    <message>
        <source>%1 has no switch for it: its layers&apos; names decide</source>
        <translation>%1 没有对应的开关：由其层的名称决定</translation>
    </message>
    <message>
        <source>%1: sizes of what a start profiles stand in no field of a plan: it is planned with the largest that the model allows (%2)</source>
        <translation>%1：启动时测量的尺寸不在方案的任何字段中：按模型允许的最大值规划（%2）</translation>
    </message>
    <message>
        <source>%1 does not start so: %2</source>
        <translation>%1 这样无法启动：%2</translation>
    </message>
    <message>
        <source>%1 is less than %2</source>
        <translation>%1 小于 %2</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 → %2 tokens, %3 patches in %4 tiles, by the processor&apos;s file</source>
        <translation>%1 → %2 个 token，%4 个切片中共 %3 个图块，依据处理器文件</translation>
    </message>
    <message>
        <source>%1 → %2 tokens, %3 patches in %4 tiles, as such checkpoints publish it</source>
        <translation>%1 → %2 个 token，%4 个切片中共 %3 个图块，按此类检查点的发布方式</translation>
    </message>
    <message>
        <source>full fine-tuning has no adapters</source>
        <translation>全量微调没有适配器</translation>
    </message>
    <message>
        <source>%1 says what trains of it</source>
        <translation>由 %1 说明其中训练哪些部分</translation>
    </message>
    <message>
        <source>%1 hands scalings to its modules, which packed ones do not take</source>
        <translation>%1 会把缩放系数传给其模块，而打包的模块不接受</translation>
    </message>
    <message>
        <source>a layer that %1 runs again has no scalings of %2 any more</source>
        <translation>%1 重新计算的层已没有 %2 的缩放系数</translation>
    </message>
    <message>
        <source>%1 keeps keys and values in a cache, which a model drops that runs layers again</source>
        <translation>%1 把键和值保存在缓存中，而重新计算各层的模型会丢弃它</translation>
    </message>
    <message>
        <source>as %1 says</source>
        <translation>如 %1 所述</translation>
    </message>
    <message>
        <source>what %1 takes of a clip of sound is not simulated; what hears has %2 parameters</source>
        <translation>未模拟 %1 处理一段声音所需的内存；听觉部分有 %2 个参数</translation>
    </message>
    <message>
        <source>what %1 takes of a picture is not simulated; what sees has %2 parameters</source>
        <translation>未模拟 %1 处理图片所需的内存；视觉部分有 %2 个参数</translation>
    </message>
    <message>
        <source>%1 hears sound and reads no pictures</source>
        <translation>%1 可听声音，不读图片</translation>
    </message>
    <message>
        <source>which layers train is told by the number of the model&apos;s layers, which is not known here: the plan trains all of them, and takes more</source>
        <translation>训练哪些层取决于模型的层数，而此处未知：方案训练所有层，占用更多</translation>
    </message>
    <message>
        <source>%1 stands in its place</source>
        <translation>由 %1 代替</translation>
    </message>
    <message>
        <source>the tool keeps the language head beside the score: its logits of every row are not in the figures, which are a lower bound</source>
        <translation>该工具在评分头之外保留语言头：每行的 logits 未计入，数字是下界</translation>
    </message>
    <message>
        <source>plans have no optimizer %1</source>
        <translation>方案没有优化器 %1</translation>
    </message>
    <message>
        <source>%1 is for every linear layer</source>
        <translation>%1 适用于每个线性层</translation>
    </message>
    <message>
        <source>of targets of several shapes ms-swift gives %1 to those alone that have the shape of %2: name these in %3</source>
        <translation>目标有多种形状时，ms-swift 只把 %1 给予与 %2 形状相同者：请在 %3 中写明</translation>
    </message>
    <message>
        <source>%1 freezes a share of the parameters, which no field of a plan says: the plan trains all of them, and takes more</source>
        <translation>%1 冻结一部分参数，方案中没有字段表示：方案训练全部参数，占用更多</translation>
    </message>
    <message>
        <source>a row is a prompt and its completion, %1 and %2 tokens, where the text says only one of them or neither: state rollout.prompt_length and rollout.completion_length where they are longer</source>
        <translation>一行是提示及其补全，文本只写其一或都没写时为 %1 和 %2 个 token：若更长，请写明 rollout.prompt_length 和 rollout.completion_length</translation>
    </message>
    <message>
        <source>plans hold the model that trains once more, not %1</source>
        <translation>方案再持有一份被训练的模型，而不是 %1</translation>
    </message>
    <message>
        <source>what %1 holds is not known: name its model and say what else it sets</source>
        <translation>不知道 %1 包含什么：请写明其模型以及其他设置</translation>
    </message>
    <message>
        <source>%1 computes linear layers in float8, which no plan of %2 says</source>
        <translation>%1 以 float8 计算线性层，%2 的方案无法表示</translation>
    </message>
    <message>
        <source>the whole model is gathered to generate, as in every plan</source>
        <translation>生成时收集整个模型，与每个方案相同</translation>
    </message>
    <message>
        <source>plans gather the whole model to generate; module by module it takes less, and no field says so</source>
        <translation>方案在生成时收集整个模型；逐模块收集占用更少，但没有字段表示</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model; the training asks no reference.</source>
        <translation>%1：%2 按对计数，因此有两倍的行通过模型；训练不使用参考模型。</translation>
    </message>
    <message>
        <source>%1: %2 counts pairs, so twice the rows go through the model, and once more without gradients for the reference, a second set of adapters.</source>
        <translation>%1：%2 按对计数，因此有两倍的行通过模型，并为参考（第二组适配器）再无梯度地通过一次。</translation>
    </message>
    <message>
        <source>%1: %2 counts rows; they go through the model once more without gradients, for mismatched pairs; the training asks no reference.</source>
        <translation>%1：%2 按行计数；它们为错配的对再无梯度地通过模型一次；训练不使用参考模型。</translation>
    </message>
    <message>
        <source>the model that trains generates its completions, and ranks divide it: what that takes is not in the figures</source>
        <translation>被训练的模型自己生成补全，而各 rank 将其切分：其占用未计入</translation>
    </message>
    <message>
        <source>%1 stands on the cards that train and is not in the figures: %2 says what share of them it takes.</source>
        <translation>%1 位于训练用的显卡上且未计入：由 %2 说明它占用的份额。</translation>
    </message>
    <message>
        <source>%1: as %2</source>
        <translation>%1：同 %2</translation>
    </message>
    <message>
        <source>what a teacher answers is not rewarded</source>
        <translation>教师的回答不被奖励</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%3 中的 %2</translation>
    </message>
    <message>
        <source>%1: which layers a share of them trains goes by the checkpoint. They are taken as drawn for each kind of weight, and the intervals go from the same layers of every kind to as few together as can be</source>
        <translation>%1：按比例训练哪些层取决于检查点。对每种权重都按随机抽取处理，区间从各种权重取相同的层一直到尽可能少地重合</translation>
    </message>
    <message>
        <source>%1 says another loss</source>
        <translation>%1 指定了另一种损失</translation>
    </message>
    <message>
        <source>%1 replaces no such part of a model of type %2</source>
        <translation>%1 在类型为 %2 的模型中不替换这样的部分</translation>
    </message>
    <message>
        <source>it says which layers are the share that trains, and all of a kind are alike</source>
        <translation>它说明按比例训练的是哪些层，而同一种的各层都相同</translation>
    </message>
    <message>
        <source>%1 runs what it finds installed</source>
        <translation>%1 会运行已安装的部分</translation>
    </message>
    <message>
        <source>%1 trains a share of the layers, embedding and head</source>
        <translation>%1 训练一定比例的层、嵌入和输出头</translation>
    </message>
    <message>
        <source>the checkpoint says which layers they are</source>
        <translation>由检查点决定是哪些层</translation>
    </message>
    <message>
        <source>it is planned of decoders alone</source>
        <translation>仅对解码器进行规划</translation>
    </message>
    <message>
        <source>a list of rows below %1, or such lists by %2 and %3</source>
        <translation>小于 %1 的行的列表，或以 %2 和 %3 为名的此类列表</translation>
    </message>
    <message>
        <source>rows of a head alone, or of a tied one apart, are not planned: a tied head follows its embedding</source>
        <translation>不规划仅输出头的行，或与嵌入绑定的输出头单独的行：绑定的输出头跟随其嵌入</translation>
    </message>
    <message>
        <source>the adapter takes this module in another way</source>
        <translation>适配器以另一种方式使用此模块</translation>
    </message>
    <message>
        <source>%1 says it</source>
        <translation>由 %1 说明</translation>
    </message>
    <message>
        <source>no card is named whose memory its host shares</source>
        <translation>所列显卡都不与主机共享内存</translation>
    </message>
    <message>
        <source>lengths: of this run their rows alone are counted, each as long as the plan says</source>
        <translation>长度：此运行只计其行数，每行长度按方案</translation>
    </message>
    <message>
        <source>lengths: %1 of %2 rows have more than %3 tokens (%4) and are left out</source>
        <translation>长度：%2 行中有 %1 行超过 %3 个 token（%4），被略去</translation>
    </message>
    <message>
        <source>lengths: %1 of %2 rows have more than %3 tokens (%4) and are cut to them</source>
        <translation>长度：%2 行中有 %1 行超过 %3 个 token（%4），被截断</translation>
    </message>
    <message>
        <source>lengths: the longest row has %1 tokens, bytes are those of %2 (%3)</source>
        <translation>长度：最长的行有 %1 个 token，字节按 %2 计（%3）</translation>
    </message>
    <message>
        <source>what the engine on other cards takes cannot be said: %1</source>
        <translation>无法给出引擎在其他显卡上的占用：%1</translation>
    </message>
    <message>
        <source>time: of %1 drafted tokens %2 are taken (%3): a pass makes %4</source>
        <translation>时间：%1 个草稿 token 中接受 %2（%3）：一次前向得到 %4</translation>
    </message>
    <message>
        <source>time: how many of %1 drafted tokens are taken is not stated (%2): a pass makes %3, and the interval goes from none to all of them</source>
        <translation>时间：未说明 %1 个草稿 token 中接受多少（%2）：一次前向得到 %3，区间从全不接受到全部接受</translation>
    </message>
    <message>
        <source>time: what the model that drafts takes itself is not counted</source>
        <translation>时间：未计草稿模型自身的耗时</translation>
    </message>
    <message>
        <source>time: the optimizer steps on the host, whose memory is assumed to move %1 GB a second: no plan states it</source>
        <translation>时间：优化器在主机上更新，假定其内存每秒传送 %1 GB：方案未说明</translation>
    </message>
    <message>
        <source>time: a disk is assumed to read %1 and write %2 GB a second for all cards of a machine: no plan states it</source>
        <translation>时间：假定磁盘为一台机器的所有显卡每秒读 %1 GB、写 %2 GB：方案未说明</translation>
    </message>
    <message>
        <source>time: cards of this kind have no NVLink (%1 %2); over the bus %3 of them send in a ring at %4 GB a second</source>
        <translation>时间：此类显卡没有 NVLink（%1 %2）；%3 张经总线成环，每秒传送 %4 GB</translation>
    </message>
    <message>
        <source>time: with %1 %2, %3 cards send in a ring at %4 GB a second</source>
        <translation>时间：按 %1 %2，%3 张显卡成环，每秒传送 %4 GB</translation>
    </message>
    <message>
        <source>time: keys and values come from the host at %1 GB a second, assumed %2 % of the bus</source>
        <translation>时间：键和值以每秒 %1 GB 从主机取来，假定为总线的 %2 %</translation>
    </message>
    <message>
        <source>time: what stands with the host is computed there, at an assumed %1 TFLOPS and %2 GB a second of its memory, and from %3 rows on comes to the card at %4 GB a second, assumed %5 % of the bus</source>
        <translation>时间：留在主机的部分在主机上计算，假定 %1 TFLOPS、内存每秒 %2 GB；从 %3 行起以每秒 %4 GB 送到显卡，假定为总线的 %5 %</translation>
    </message>
    <message>
        <source>time: weights that stand with the host come to the card in each pass, at %1 GB a second, assumed %2 % of the bus</source>
        <translation>时间：留在主机的权重每次前向都送到显卡，每秒 %1 GB，假定为总线的 %2 %</translation>
    </message>
    <message>
        <source>no projector is loaded</source>
        <translation>没有加载投影器</translation>
    </message>
    <message>
        <source>no model of its own drafts</source>
        <translation>没有独立的草稿模型</translation>
    </message>
    <message>
        <source>nobody who drafts has a cache</source>
        <translation>草稿方没有缓存</translation>
    </message>
    <message>
        <source>objective&apos;s loss</source>
        <translation>目标的损失</translation>
    </message>
    <message>
        <source>KL estimate</source>
        <translation>KL 估计</translation>
    </message>
    <message>
        <source>it is of an engine on the cards that train, and this one is a server</source>
        <translation>它属于与训练同卡的引擎，而这里是服务器</translation>
    </message>
    <message>
        <source>a server is told it where it is started, not by the trainer</source>
        <translation>服务器在启动时得知，而非由训练器告知</translation>
    </message>
    <message>
        <source>a model whose processor of videos is known</source>
        <translation>视频处理器已知的模型</translation>
    </message>
    <message>
        <source>%1: the teacher is a whole model beside the one that trains, in its checkpoint&apos;s dtype, and answers every row while the graph of its pupil stands.</source>
        <translation>%1：教师是训练模型之外的完整模型，使用其检查点的数据类型，在学生的计算图存在时回答每一行。</translation>
    </message>
    <message>
        <source>none: this processor spreads its frames by the video&apos;s length</source>
        <translation>无：此处理器按视频长度分布各帧</translation>
    </message>
    <message>
        <source>a number, or %1: this processor takes every frame that it is given</source>
        <translation>一个数，或 %1：此处理器接受给它的每一帧</translation>
    </message>
    <message>
        <source>%1 or more, which this processor raises on</source>
        <translation>%1 或更多，此处理器会报错</translation>
    </message>
    <message>
        <source>whole numbers from %1 to %2, or an object of them with %3 and %4</source>
        <translation>从 %1 到 %2 的整数，或由其组成、含 %3 和 %4 的对象</translation>
    </message>
    <message>
        <source>with %1</source>
        <translation>连同 %1</translation>
    </message>
    <message>
        <source>The engine that makes completions</source>
        <translation>生成补全的引擎</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
    <message>
        <source>video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>%1, %2 frames → %3 tokens, %4 patches, by the processor&apos;s file</source>
        <translation>%1，%2 帧 → %3 个 token，%4 个图块，按处理器文件</translation>
    </message>
    <message>
        <source>%1, %2 frames → %3 tokens, %4 patches, as such checkpoints publish it</source>
        <translation>%1，%2 帧 → %3 个 token，%4 个图块，按此类检查点公布的设置</translation>
    </message>
    <message>
        <source>Fullest: %1, engine awake: %2, of which the engine %3.</source>
        <translation>最满：%1，引擎唤醒：%2，其中引擎 %3。</translation>
    </message>
    <message>
        <source>Fullest: %1, engine not awake: %2, of which the engine %3.</source>
        <translation>最满：%1，引擎未唤醒：%2，其中引擎 %3。</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Trainer</source>
        <translation>训练器</translation>
    </message>
    <message>
        <source>its weights</source>
        <translation>其权重</translation>
    </message>
    <message>
        <source>its cache</source>
        <translation>其缓存</translation>
    </message>
    <message>
        <source>%1 serves on other cards: engines: %2, cards of each: %3; each card needs %4 and the engine claims %5 of it.</source>
        <translation>%1 在其他显卡上服务：引擎 %2 个，每个 %3 张卡；每张卡需要 %4，引擎占用其中 %5。</translation>
    </message>
    <message>
        <source>waking: weights</source>
        <translation>唤醒：权重</translation>
    </message>
    <message>
        <source>weights pushed</source>
        <translation>推送权重</translation>
    </message>
    <message>
        <source>waking: cache</source>
        <translation>唤醒：缓存</translation>
    </message>
    <message>
        <source>tower</source>
        <translation>编码塔</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>drafter</source>
        <translation>草稿模型</translation>
    </message>
    <message>
        <source>Rows of %1 to %2 tokens, %3 on the average: a step takes %4 % of the time of one of full length, %5 % of its tokens are padding.</source>
        <translation>每行 %1 到 %2 个 token，平均 %3：一步耗时为满长度的 %4 %，其中 %5 % 的 token 是填充。</translation>
    </message>
    <message>
        <source>%1 that come out</source>
        <translation>输出的 %1</translation>
    </message>
    <message>
        <source>%1 trains the weights themselves: without adapters there is no model as it began beside it</source>
        <translation>%1 训练权重本身：没有适配器，就没有起始状态的模型</translation>
    </message>
    <message>
        <source>%1 generates on other cards: what it takes of them stands beside the answer, not in its figures (%2).</source>
        <translation>%1 在其他显卡上生成：其占用列在答案旁，不计入其数字（%2）。</translation>
    </message>
    <message>
        <source>the configuration&apos;s %1 stays so while it is converted</source>
        <translation>配置中的 %1 在转换时保持不变</translation>
    </message>
    <message>
        <source>video: %1 frames of %2 become %3 tokens, %4 patches — by the processor&apos;s file beside the model</source>
        <translation>视频：%2 的 %1 帧成为 %3 个 token、%4 个图块 — 按模型旁的处理器文件</translation>
    </message>
    <message>
        <source>video: %1 frames of %2 become %3 tokens, %4 patches — no processor&apos;s file is beside the model: as such checkpoints publish it</source>
        <translation>视频：%2 的 %1 帧成为 %3 个 token、%4 个图块 — 模型旁没有处理器文件：按此类检查点公布的设置</translation>
    </message>
    <message>
        <source>what %1 takes of a video is not simulated</source>
        <translation>不模拟 %1 如何处理视频</translation>
    </message>
    <message>
        <source>no video processor of %1 is known</source>
        <translation>%1 的视频处理器未知</translation>
    </message>
    <message>
        <source>pictures or sound in the same row are not simulated with videos</source>
        <translation>同一行中图片或声音与视频并存的情况不做模拟</translation>
    </message>
    <message>
        <source>%1 videos of %2 tokens stand in a row, in whose length they count</source>
        <translation>每行有 %1 个视频，各 %2 个 token，计入行长</translation>
    </message>
    <message>
        <source>this objective&apos;s head tells no classes apart</source>
        <translation>此目标的输出头不区分类别</translation>
    </message>
    <message>
        <source>no videos stand in a row (%1)</source>
        <translation>行中没有视频（%1）</translation>
    </message>
    <message>
        <source>%1 names a number</source>
        <translation>%1 给出一个数</translation>
    </message>
    <message>
        <source>the engine stands on the cards that train: %1 puts it on others</source>
        <translation>引擎在训练卡上：%1 把它放到其他卡</translation>
    </message>
    <message>
        <source>an engine on cards of its own stays awake</source>
        <translation>在自有显卡上的引擎保持唤醒</translation>
    </message>
    <message>
        <source>no engine generates on the cards that train</source>
        <translation>训练卡上没有引擎在生成</translation>
    </message>
    <message>
        <source>nothing is learned of this run: %1</source>
        <translation>不从此运行学习：%1</translation>
    </message>
    <message>
        <source>it is of another model: %1</source>
        <translation>它属于另一个模型：%1</translation>
    </message>
    <message>
        <source>it is of %1 layers on cards, the plan of %2</source>
        <translation>它有 %1 层在显卡上，方案为 %2</translation>
    </message>
    <message>
        <source>it is behind %1 tokens in the cache, the plan&apos;s prompt has %2</source>
        <translation>它在缓存中 %1 个 token 之后，方案的提示有 %2</translation>
    </message>
    <message>
        <source>it is of %1, the plan of %2</source>
        <translation>它属于 %1，方案为 %2</translation>
    </message>
    <message>
        <source>%1 requests ran at once, the plan&apos;s are %2</source>
        <translation>同时运行 %1 个请求，方案为 %2</translation>
    </message>
    <message>
        <source>%1; nobody states how much memory its host has: not checked</source>
        <translation>%1；未说明其主机内存：未检查</translation>
    </message>
    <message>
        <source>the engine that generates does not start: %1</source>
        <translation>负责生成的引擎无法启动：%1</translation>
    </message>
    <message>
        <source>%1 is not among the plugins</source>
        <translation>%1 不在插件之列</translation>
    </message>
    <message>
        <source>%1 says what trains, by expressions in which a dot is a dot</source>
        <translation>%1 用表达式说明训练什么，其中点就是点</translation>
    </message>
    <message>
        <source>the reference is another model than the one that trains: a plan holds the same one again</source>
        <translation>参考模型与训练模型不同：方案只再保存同一个</translation>
    </message>
    <message>
        <source>%1 starts its engine in the process that trains</source>
        <translation>%1 在训练进程中启动引擎</translation>
    </message>
    <message>
        <source>this objective generates no completions</source>
        <translation>此目标不生成补全</translation>
    </message>
    <message>
        <source>%1 alone reads it</source>
        <translation>只有 %1 读取它</translation>
    </message>
    <message>
        <source>%1 is on</source>
        <translation>%1 已开启</translation>
    </message>
    <message>
        <source>what it moves is back on the card for every step</source>
        <translation>它移走的内容每一步都会回到显卡</translation>
    </message>
    <message>
        <source>what it moves is back on the card for every step, and away only while completions are drawn: a plan says that of weights and states together</source>
        <translation>它移走的内容每一步都会回到显卡，只在生成补全时离开：方案只能对权重和状态一并说明</translation>
    </message>
    <message>
        <source>its host must hold %1 GiB of the run: not checked, nobody states its memory</source>
        <translation>其主机需容纳此运行的 %1 GiB：未检查，无人说明其内存</translation>
    </message>
    <message>
        <source>of all cards whose speed is known none that holds it is faster</source>
        <translation>在速度已知且容得下的显卡中没有更快的</translation>
    </message>
    <message>
        <source>a share of the layers above %1 and of %2 at most</source>
        <translation>大于 %1 且不超过 %2 的层占比</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>The training: %1</source>
        <translation>训练：%1</translation>
    </message>
    <message>
        <source>The server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>Give the server other cards, more of them or another share of them (%1, %2, %3).</source>
        <translation>为服务器换用其他显卡、更多显卡或其他占用比例（%1、%2、%3）。</translation>
    </message>
    <message>
        <source>%1 does not start on other cards: engines: %2, cards of each: %3; each card would have to hold %4.</source>
        <translation>%1 无法在其他显卡上启动：引擎 %2 个，每个 %3 张卡；每张卡需容纳 %4。</translation>
    </message>
    <message>
        <source>completions are made while it trains: nothing is there to score before</source>
        <translation>补全在训练中生成：此前没有可评分的内容</translation>
    </message>
    <message>
        <source>more than %1, which is %2</source>
        <translation>大于 %1，即 %2</translation>
    </message>
    <message>
        <source>the engine refuses prompts that leave no token of its context</source>
        <translation>引擎拒绝不给上下文留下 token 的提示</translation>
    </message>
    <message>
        <source>%1 holds %2 tokens, and prompt and completion are %3 + %4: behind the longest prompts completions end after %5.</source>
        <translation>%1 容纳 %2 个 token，提示与补全为 %3 + %4：最长提示之后的补全在 %5 处结束。</translation>
    </message>
    <message>
        <source>no reference is asked where %1 is 0</source>
        <translation>%1 为 0 时不查询参考模型</translation>
    </message>
    <message>
        <source>%1 shares an engine among whole groups of ranks: it raises where %2 of %3 are no such group</source>
        <translation>%1 在完整的进程组之间共享引擎：若 %3 中的 %2 不成组则报错</translation>
    </message>
    <message>
        <source>%1 names the linear layers itself, among which experts and a router that are parameters are not, and is planned so.</source>
        <translation>%1 自行列出线性层，其中不含作为参数的专家和路由器，方案按此计算。</translation>
    </message>
    <message>
        <source>one card serves and sends to none</source>
        <translation>由一张显卡服务，不向其他卡发送</translation>
    </message>
    <message>
        <source>experts that %1 packs for %2 are not simulated</source>
        <translation>未模拟 %1 为 %2 打包的专家</translation>
    </message>
    <message>
        <source>%1 loads such weights by it: without it the engine does not start</source>
        <translation>%1 通过它加载此类权重：没有它引擎无法启动</translation>
    </message>
    <message>
        <source>no reference is asked</source>
        <translation>不询问参考模型</translation>
    </message>
    <message>
        <source>a plan has one number of rows for passes of the actor and of the reference: the larger one</source>
        <translation>计划对策略与参考模型的前向只有一个行数：取较大者</translation>
    </message>
    <message>
        <source>Unsloth does not read it any more</source>
        <translation>Unsloth 已不再读取它</translation>
    </message>
    <message>
        <source>a generation is scored in equal parts</source>
        <translation>一次生成被等分评分</translation>
    </message>
    <message>
        <source>%1 card is named, for %2 processes that take %3 of %4 each.</source>
        <translation>指定了 %1 张卡，供 %2 个进程使用，每个占 %4 的 %3。</translation>
    </message>
    <message>
        <source>%1 gives an engine that sleeps a share of its own, by the size of the card: %2 of the plan is not read (%3).</source>
        <translation>%1 按显卡大小为会休眠的引擎给出自己的份额：不读取计划中的 %2（%3）。</translation>
    </message>
    <message>
        <source>%1: a linear &quot;%2&quot; of one output beside the language head, whose logits of every token are made in float32 and dropped; %3 counts pairs, so twice the rows go through the model.</source>
        <translation>%1：在语言头之外还有一个单输出的线性层“%2”，所有词元的 logits 以 float32 计算后丢弃；%3 按对计数，因此有两倍的行通过模型。</translation>
    </message>
    <message>
        <source>a pass without gradients takes less than training</source>
        <translation>不带梯度的前向比训练占用更少</translation>
    </message>
    <message>
        <source>time: no price, as no machine with %1 of %2 is offered, which %3 takes for a node</source>
        <translation>时间：没有价格，因为没有提供带 %1 张 %2 的机器，而 %3 把这样一台当作一个节点</translation>
    </message>
    <message>
        <source>Rows a second: measured %1, planned %2 (%3 to %4)</source>
        <translation>每秒行数：实测 %1，计划 %2（%3 到 %4）</translation>
    </message>
    <message>
        <source>time: %1 is not stated: tokens that come out are priced as they are written, with no prompt read for them; a row is taken for %2 of them</source>
        <translation>时间：未说明 %1：输出的词元按写出时计价，不为其读取提示；一行按 %2 个计</translation>
    </message>
    <message>
        <source>time: what towers compute of pictures, sound and videos is not in it; their tokens are among those of a prompt (%1 less %2)</source>
        <translation>时间：不含编码器对图片、声音和视频的计算；它们的词元计入提示的词元（%1 减 %2）</translation>
    </message>
    <message>
        <source>time: matrices of 4 bits are taken to be multiplied in %1 (%2); where nobody says it, %3&apos;s own is %4, without autocast, and a step takes about %5 times as long</source>
        <translation>时间：4 位矩阵按以 %1 相乘计（%2）；若无人说明，在没有 autocast 时 %3 的默认是 %4，一步约需 %5 倍时间</translation>
    </message>
    <message>
        <source>without autocast products run in float32, which take longer and more memory than those planned, in 16 bits</source>
        <translation>没有 autocast 时矩阵乘以 float32 进行，比计划的 16 位更慢且占用更多内存</translation>
    </message>
    <message>
        <source>%1: on %2 it is tight, which is not taken</source>
        <translation>%1：在 %2 上显存紧张，不采用</translation>
    </message>
    <message>
        <source>beside what came out, %1 tokens of prompts a second were read</source>
        <translation>除输出外，每秒还读取了 %1 个提示词元</translation>
    </message>
    <message>
        <source>%1 before %2 takes %3 GiB that loading gave back for memory that nobody holds, where it can sleep: its cache is larger than its share of the card by that.</source>
        <translation>%2 之前的 %1 在可休眠时，会把加载过程归还的 %3 GiB 当作无人占用的显存：其缓存因此比它在显卡中的份额多出这么多。</translation>
    </message>
    <message>
        <source>%1 finds what an earlier start compiled: the first one of a configuration copies tables while it compiles, and has less cache</source>
        <translation>%1 会用到先前启动时已编译的结果：某一配置首次启动时，编译期间会复制表，缓存因此较少</translation>
    </message>
    <message>
        <source>%1 tells it to a server alone: an engine on the cards that train is as long as its model</source>
        <translation>%1 只把它告知服务器：在训练所用显卡上的引擎长度与其模型相同</translation>
    </message>
    <message>
        <source>%1 hands it to DPO&apos;s trainer alone</source>
        <translation>%1 只把它交给 DPO 的训练器</translation>
    </message>
    <message>
        <source>Completions of %1 tokens</source>
        <translation>%1 个 token 的补全</translation>
    </message>
    <message>
        <source>longer completions are cut</source>
        <translation>更长的补全会被截断</translation>
    </message>
    <message>
        <source>%1 compares completions of one prompt with one another, and raises on fewer</source>
        <translation>%1 会把同一提示的多个补全相互比较，数量更少时会报错</translation>
    </message>
    <message>
        <source>%1 makes %2 completions at once, which are no whole groups of %3 of a prompt, and raises</source>
        <translation>%1 一次生成 %2 个补全，无法按每个提示 %3 个分成整组，因此会报错</translation>
    </message>
    <message>
        <source>%1 compares answers word by word, and raises where the teacher has %2 words and the model %3</source>
        <translation>%1 逐词比较回答，教师模型词表为 %2 而本模型为 %3 时会报错</translation>
    </message>
</context>
<context>
    <name>plimsoll::AdviceModel</name>
    <message>
        <source>no effect here: %1</source>
        <translation>在此无影响：%1</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Saves, %1</source>
        <translation>节省，%1</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>代价</translation>
    </message>
</context>
<context>
    <name>plimsoll::AdvicePanel</name>
    <message>
        <source>Working out what would help…</source>
        <translation>正在计算有效的更改…</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Changes that would help</source>
        <translation>有帮助的更改</translation>
    </message>
    <message>
        <source>Enter applies the selected change.</source>
        <translation>按 Enter 应用所选更改。</translation>
    </message>
    <message>
        <source>Nothing is known that would help this plan.</source>
        <translation>没有已知的更改对此方案有帮助。</translation>
    </message>
    <message>
        <source>Nothing is known that would help here.</source>
        <translation>没有已知的更改在此有帮助。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Advisor</name>
    <message>
        <source>Add a card or a budget to see what to change.</source>
        <translation>添加显卡或预算，查看可更改之处。</translation>
    </message>
</context>
<context>
    <name>plimsoll::AmountGroup</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>How much the run goes through</source>
        <translation>运行要处理多少数据</translation>
    </message>
    <message>
        <source>10M</source>
        <translation>10M</translation>
    </message>
    <message>
        <source>Tokens or rows of the data set: then hours and dollars of the whole run are told.</source>
        <translation>数据集的 token 数或行数：给出后会显示整个运行的小时数和费用。</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>计数单位</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Tokens of the data set, or rows of the plan&apos;s own length.</source>
        <translation>数据集的 token 数，或按方案长度的行数。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>How often it goes through the data</source>
        <translation>数据要过几遍</translation>
    </message>
    <message>
        <source>Hours and dollars are told of all of them together.</source>
        <translation>小时数和费用按全部合计显示。</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Row lengths</source>
        <translation>行长度</translation>
    </message>
    <message>
        <source>How long the rows are</source>
        <translation>各行有多长</translation>
    </message>
    <message>
        <source>as the plan says</source>
        <translation>按方案</translation>
    </message>
    <message>
        <source>from a file…</source>
        <translation>来自文件…</translation>
    </message>
    <message>
        <source>A file with a length a line, a JSON list, or JSON lines with length or input_ids: then padding and shorter batches count in hours and dollars.</source>
        <translation>每行一个长度的文件、JSON 列表，或含 length 或 input_ids 的 JSON 行：填充与较短的批次将计入小时和美元。</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>批次</translation>
    </message>
    <message>
        <source>What becomes of rows that are not alike</source>
        <translation>长度不一的行如何处理</translation>
    </message>
    <message>
        <source>padded</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>sorted by length</source>
        <translation>按长度排序</translation>
    </message>
    <message>
        <source>packed</source>
        <translation>打包</translation>
    </message>
    <message>
        <source>padding-free</source>
        <translation>无填充</translation>
    </message>
    <message>
        <source>Lengths of a data set&apos;s rows</source>
        <translation>数据集各行的长度</translation>
    </message>
    <message>
        <source>%1 to %2 tokens</source>
        <translation>%1 到 %2 个 token</translation>
    </message>
    <message>
        <source>Rows are padded to the longest of their batch, sorted so that alike ones meet, or laid one behind the other until they fill the length.</source>
        <translation>将各行填充到批次中最长的一行，按长度排序使相近的行同批，或首尾相接直到填满长度。</translation>
    </message>
</context>
<context>
    <name>plimsoll::AnswerLine</name>
    <message>
        <source>How long it takes: not known</source>
        <translation>所需时间：未知</translation>
    </message>
    <message>
        <source>How long it takes: %1</source>
        <translation>所需时间：%1</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
</context>
<context>
    <name>plimsoll::BesideAnswer</name>
    <message>
        <source>%1: %2 — &lt;a href=&quot;apply&quot;&gt;apply&lt;/a&gt;.</source>
        <translation>%1：%2——&lt;a href=&quot;apply&quot;&gt;应用&lt;/a&gt;。</translation>
    </message>
    <message numerus="yes">
        <source>%n changes together: %1 — &lt;a href=&quot;apply&quot;&gt;apply&lt;/a&gt;.</source>
        <translation>
            <numerusform>%n 项更改合计：%1——&lt;a href=&quot;apply&quot;&gt;应用&lt;/a&gt;。</numerusform>
        </translation>
    </message>
    <message>
        <source>Evaluate one row at a time</source>
        <translation>每次评估一行</translation>
    </message>
    <message>
        <source>Apply: %1</source>
        <translation>应用：%1</translation>
    </message>
</context>
<context>
    <name>plimsoll::BreakdownModel</name>
    <message>
        <source>Component	bytes
</source>
        <translation>组成部分	字节
</translation>
    </message>
    <message>
        <source>These are tensors. torch.cuda.max_memory_allocated() counts the blocks that hold them: %1 at the peak.</source>
        <translation>这些是张量。torch.cuda.max_memory_allocated() 统计容纳它们的内存块：峰值时 %1。</translation>
    </message>
    <message>
        <source>Difference to %1</source>
        <translation>与 %1 的差异</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>组成部分</translation>
    </message>
    <message>
        <source>to %1</source>
        <translation>相对 %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::BreakdownPanel</name>
    <message>
        <source>Breakdown</source>
        <translation>明细</translation>
    </message>
    <message>
        <source>Breakdown by component</source>
        <translation>按组成部分的明细</translation>
    </message>
    <message>
        <source>Bytes of every component; the legend of the charts.</source>
        <translation>各组成部分的字节数；也是图表的图例。</translation>
    </message>
    <message>
        <source>Copy the selected rows in bytes</source>
        <translation>以字节复制所选行</translation>
    </message>
    <message>
        <source>Copy the whole table in bytes</source>
        <translation>以字节复制整个表格</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>at the peak, %1</source>
        <translation>峰值时，%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Beside the card: %1</source>
        <translation>显卡之外：%1</translation>
    </message>
    <message>
        <source>not available: see the answer</source>
        <translation>不可用：见答案</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardDialog</name>
    <message>
        <source>Insert into %1</source>
        <translation>插入到 %1</translation>
    </message>
    <message>
        <source>This is all that changes in %1. The block carries its plan, which plimsoll import reads.</source>
        <translation>%1 中只有这些改动。块中带有其方案，plimsoll import 可读取。</translation>
    </message>
    <message>
        <source>What changes, line by line</source>
        <translation>逐行列出的改动</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>写入(&amp;W)</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardsGroup</name>
    <message>
        <source>Cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Add card or budget…</source>
        <translation>添加显卡或预算…</translation>
    </message>
    <message>
        <source>Add a card or a budget</source>
        <translation>添加显卡或预算</translation>
    </message>
    <message>
        <source>Several GPUs…</source>
        <translation>多个 GPU…</translation>
    </message>
    <message>
        <source>Spread the plan over several cards</source>
        <translation>把方案分布到多张显卡</translation>
    </message>
    <message>
        <source>Ranks, sharding and offload, as rows above the cards (Ctrl+G)</source>
        <translation>在显卡上方以行显示 rank、分片和卸载（Ctrl+G）</translation>
    </message>
    <message>
        <source>Find a split…</source>
        <translation>查找拆分…</translation>
    </message>
    <message>
        <source>Find a split over several cards</source>
        <translation>查找多张显卡的拆分方式</translation>
    </message>
    <message>
        <source>Looks for ways of spreading this training that fit (Ctrl+Shift+F)</source>
        <translation>查找放得下此训练的分布方式（Ctrl+Shift+F）</translation>
    </message>
    <message>
        <source>Chosen cards</source>
        <translation>所选显卡</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Reorder cards</source>
        <translation>调整显卡顺序</translation>
    </message>
    <message>
        <source>Remove card</source>
        <translation>移除显卡</translation>
    </message>
</context>
<context>
    <name>plimsoll::CardsModel</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 each</source>
        <translation>各 %1</translation>
    </message>
    <message>
        <source>%1 usable</source>
        <translation>可用 %1</translation>
    </message>
    <message>
        <source>%1 is not in the catalogue of cards: nothing is said of it.</source>
        <translation>%1 不在显卡目录中：不作判断。</translation>
    </message>
    <message>
        <source>%1: %2 usable.
A click or Alt+Up makes it the answer&apos;s card; its mark or Delete removes it.</source>
        <translation>%1：可用 %2。
单击或按 Alt+Up 使其成为答案的显卡；点其标记或按 Delete 移除。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Centre</name>
    <message>
        <source>Drop or paste a model, a configuration or an error message anywhere; Ctrl+L chooses a model.</source>
        <translation>可在任意处拖放或粘贴模型、配置或报错信息；Ctrl+L 选择模型。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Chooser</name>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
</context>
<context>
    <name>plimsoll::ChooserModel</name>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>plimsoll::Choosers</name>
    <message>
        <source>%1: %2 of %3 usable, by this plan&apos;s method</source>
        <translation>%1：可用 %3 中的 %2，按此方案的方法</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Search models, or paste org/name, an address, a path</source>
        <translation>搜索模型，或粘贴 org/name、地址、路径</translation>
    </message>
    <message>
        <source>No model has these words. Try org/name.</source>
        <translation>没有含这些词的模型。可试 org/name。</translation>
    </message>
    <message>
        <source>Open config.json…</source>
        <translation>打开 config.json…</translation>
    </message>
    <message>
        <source>Open a model&apos;s folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Search cards, or type 16 GB, 8x A100</source>
        <translation>搜索显卡，或输入 16 GB、8x A100</translation>
    </message>
    <message>
        <source>No card has these words. A size such as 16 GB is a budget.</source>
        <translation>没有含这些词的显卡。16 GB 这样的大小即为预算。</translation>
    </message>
</context>
<context>
    <name>plimsoll::ChosenPart</name>
    <message>
        <source>&amp;Rule of thumb behind the columns</source>
        <translation>柱形后显示经验法则(&amp;R)</translation>
    </message>
    <message>
        <source>Rule of thumb as a &amp;worksheet…</source>
        <translation>经验法则计算表(&amp;W)…</translation>
    </message>
    <message>
        <source>Ran&amp;ks side by side</source>
        <translation>并排显示各 rank(&amp;K)</translation>
    </message>
    <message>
        <source>Every rank of this plan holds the same.</source>
        <translation>此方案的每个 rank 占用相同。</translation>
    </message>
    <message>
        <source>T&amp;imeline by time</source>
        <translation>按时间显示时间线(&amp;I)</translation>
    </message>
</context>
<context>
    <name>plimsoll::CountBox</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>“%1” is no whole number: %2 stays.</source>
        <translation>“%1”不是整数：保留 %2。</translation>
    </message>
    <message>
        <source>%1 is too much: %2 is the most.</source>
        <translation>%1 过大：最大为 %2。</translation>
    </message>
    <message>
        <source>%1 is too little: %2 is the least.</source>
        <translation>%1 过小：最小为 %2。</translation>
    </message>
    <message>
        <source>%1 is %2; %3 would be %4.</source>
        <translation>%1 即 %2；%3 则为 %4。</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 即 %2。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Document</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Somebody else has written it since it was opened here. Save again to write over it, or save under another name.</source>
        <translation>在此打开之后，该文件已被他人改写。再次保存以覆盖，或另存为其他名称。</translation>
    </message>
</context>
<context>
    <name>plimsoll::ErrorBar</name>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭（Esc）</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>%1: %2 Nothing was changed.</source>
        <translation>%1：%2 未作任何更改。</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is open. %2.</source>
        <translation>%1 已打开。%2。</translation>
    </message>
</context>
<context>
    <name>plimsoll::ExportDialog</name>
    <message>
        <source>Export for another tool</source>
        <translation>导出到其他工具</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>用于(&amp;F)</translation>
    </message>
    <message>
        <source>Tool that the plan is written for</source>
        <translation>方案要写给的工具</translation>
    </message>
    <message>
        <source>The plan in the tool&apos;s words</source>
        <translation>以该工具的写法表示的方案</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the tool cannot say</source>
        <translation>该工具无法表达的内容</translation>
    </message>
    <message>
        <source>No tool carries this plan out.</source>
        <translation>没有工具能执行此方案。</translation>
    </message>
    <message>
        <source>A file of %1. pytorch.org/memory_viz opens it.</source>
        <translation>%1 的文件。可用 pytorch.org/memory_viz 打开。</translation>
    </message>
    <message>
        <source>What %1 cannot say of the plan:</source>
        <translation>%1 无法表达方案中的：</translation>
    </message>
    <message>
        <source>It says all that the plan states.</source>
        <translation>方案所写的内容均已表达。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Exports</name>
    <message>
        <source>Export: %1</source>
        <translation>导出：%1</translation>
    </message>
    <message>
        <source>Model-card block (&amp;Markdown)…</source>
        <translation>模型卡块（Markdown）(&amp;M)…</translation>
    </message>
    <message>
        <source>Model-card block (&amp;JSON)…</source>
        <translation>模型卡块（JSON）(&amp;J)…</translation>
    </message>
    <message>
        <source>Sheet (&amp;PNG)…</source>
        <translation>数据单（PNG）(&amp;P)…</translation>
    </message>
    <message>
        <source>Sheet (S&amp;VG)…</source>
        <translation>数据单（SVG）(&amp;V)…</translation>
    </message>
    <message>
        <source>Sheet (P&amp;DF)…</source>
        <translation>数据单（PDF）(&amp;D)…</translation>
    </message>
    <message>
        <source>C&amp;hart alone (PNG)…</source>
        <translation>仅图表（PNG）(&amp;H)…</translation>
    </message>
    <message>
        <source>Chart alone (SV&amp;G)…</source>
        <translation>仅图表（SVG）(&amp;G)…</translation>
    </message>
    <message>
        <source>Pro&amp;file of the selected plan…</source>
        <translation>所选方案的概况(&amp;F)…</translation>
    </message>
    <message>
        <source>Insert into model &amp;card…</source>
        <translation>插入到模型卡(&amp;C)…</translation>
    </message>
    <message>
        <source>Copy model-card &amp;block</source>
        <translation>复制模型卡块(&amp;B)</translation>
    </message>
    <message>
        <source>Copy the engine&apos;s co&amp;mmand</source>
        <translation>复制推理引擎的命令(&amp;M)</translation>
    </message>
    <message>
        <source>Copy &amp;chart as a picture</source>
        <translation>将图表复制为图片(&amp;C)</translation>
    </message>
    <message>
        <source>Copy chart as &amp;SVG</source>
        <translation>将图表复制为 SVG(&amp;S)</translation>
    </message>
    <message>
        <source>Copy chart as a &amp;table of bytes</source>
        <translation>将图表复制为字节表格(&amp;T)</translation>
    </message>
    <message>
        <source>The chart is copied as a table of bytes.</source>
        <translation>图表已复制为字节表格。</translation>
    </message>
    <message>
        <source>Copy b&amp;reakdown as a table of bytes</source>
        <translation>将明细复制为字节表格(&amp;R)</translation>
    </message>
    <message>
        <source>The breakdown is copied as a table of bytes.</source>
        <translation>明细已复制为字节表格。</translation>
    </message>
    <message>
        <source>Written to %1</source>
        <translation>已写入 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Insert into model card</source>
        <translation>插入到模型卡</translation>
    </message>
    <message>
        <source>Model cards (*.md *.markdown);;All files (*)</source>
        <translation>模型卡 (*.md *.markdown);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 has this block already.</source>
        <translation>%1 已有此块。</translation>
    </message>
    <message>
        <source>It has changed meanwhile, and nothing was written.</source>
        <translation>它在此期间已改变，未写入任何内容。</translation>
    </message>
    <message>
        <source>There is no estimate to copy yet.</source>
        <translation>尚无可复制的估算。</translation>
    </message>
    <message>
        <source>The model-card block is copied; paste it into a README.</source>
        <translation>模型卡块已复制；可粘贴到 README。</translation>
    </message>
    <message>
        <source>Only a run with vLLM, SGLang, llama.cpp or Ollama has a command.</source>
        <translation>只有使用 vLLM、SGLang、llama.cpp 或 Ollama 的运行才有命令。</translation>
    </message>
    <message>
        <source>The engine&apos;s command is copied; what it cannot say stands beneath.</source>
        <translation>推理引擎的命令已复制；它无法表达的内容列在下方。</translation>
    </message>
    <message>
        <source>The chart is copied as a picture.</source>
        <translation>图表已复制为图片。</translation>
    </message>
    <message>
        <source>The chart is copied as SVG.</source>
        <translation>图表已复制为 SVG。</translation>
    </message>
</context>
<context>
    <name>plimsoll::FieldForm</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>%1, slider</source>
        <translation>%1，滑块</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>plimsoll::FieldLabel</name>
    <message>
        <source>Back to the default of %1</source>
        <translation>恢复 %1 的默认值</translation>
    </message>
    <message>
        <source>%1: back to the default</source>
        <translation>%1：恢复默认值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitParamsDialog</name>
    <message>
        <source>llama.cpp&apos;s own answer</source>
        <translation>llama.cpp 自己的答案</translation>
    </message>
    <message>
        <source>Both lay the file out without allocating. The program reads the cards of this machine, runs one sequence unless it is told a number, and cuts off what is less than a MiB.</source>
        <translation>两者都只排布文件而不分配。该程序读取本机的显卡，未指定数量时按一条序列运行，并舍去不足 1 MiB 的部分。</translation>
    </message>
    <message>
        <source>The command that was run</source>
        <translation>所运行的命令</translation>
    </message>
    <message>
        <source>Figures of the plan and of llama-fit-params</source>
        <translation>方案与 llama-fit-params 的数值</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitParamsModel</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Caches</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Compute buffer</source>
        <translation>计算缓冲区</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Plimsoll, MiB</source>
        <translation>Plimsoll，MiB</translation>
    </message>
    <message>
        <source>llama-fit-params, MiB</source>
        <translation>llama-fit-params，MiB</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitQuestion</name>
    <message>
        <source>Ask llama-&amp;fit-params</source>
        <translation>询问 llama-fit-params(&amp;F)</translation>
    </message>
    <message>
        <source>llama-fit-params, which comes with llama.cpp, is not installed here.</source>
        <translation>此处未安装随 llama.cpp 提供的 llama-fit-params。</translation>
    </message>
    <message>
        <source>llama-fit-params knows llama.cpp&apos;s runs only.</source>
        <translation>llama-fit-params 只了解 llama.cpp 的运行。</translation>
    </message>
    <message>
        <source>llama-fit-params is asked…</source>
        <translation>正在询问 llama-fit-params…</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsBar</name>
    <message>
        <source>Fits %1</source>
        <translation>放得下 %1</translation>
    </message>
    <message>
        <source>Tight %1</source>
        <translation>勉强 %1</translation>
    </message>
    <message>
        <source>Unlikely %1</source>
        <translation>可能放不下 %1</translation>
    </message>
    <message>
        <source>No %1</source>
        <translation>否 %1</translation>
    </message>
    <message>
        <source>Does not fit %1</source>
        <translation>放不下 %1</translation>
    </message>
    <message>
        <source>Search cards</source>
        <translation>搜索显卡</translation>
    </message>
    <message>
        <source>Cards that are shown</source>
        <translation>显示的显卡</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>Common cards</source>
        <translation>常见显卡</translation>
    </message>
    <message>
        <source>My cards</source>
        <translation>我的显卡</translation>
    </message>
    <message>
        <source>All cards</source>
        <translation>全部显卡</translation>
    </message>
    <message>
        <source>Which cards are looked at</source>
        <translation>查看哪些显卡</translation>
    </message>
    <message>
        <source>Common cards: those that people buy and rent today. A search looks in all of them.</source>
        <translation>常见显卡：如今人们购买和租用的显卡。搜索会查找全部显卡。</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsModel</name>
    <message>
        <source>tokens / s</source>
        <translation>token / 秒</translation>
    </message>
    <message>
        <source>$ / M tok</source>
        <translation>$ / 百万 token</translation>
    </message>
    <message>
        <source>How long it takes on this card is not known.</source>
        <translation>在此显卡上所需的时间未知。</translation>
    </message>
    <message>
        <source>No offer of this card with a price is known.</source>
        <translation>此显卡没有已知价格的报价。</translation>
    </message>
    <message>
        <source>Cheapest known offer: %1, %2, %3 $ an hour on %4.</source>
        <translation>已知最低报价：%1，%2，每小时 %3 $（%4）。</translation>
    </message>
    <message>
        <source>This card is not offered alone.</source>
        <translation>此显卡不单独提供。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1：未知</translation>
    </message>
    <message>
        <source>%1: being worked out</source>
        <translation>%1：正在计算</translation>
    </message>
    <message>
        <source>%1: about %2, being worked out</source>
        <translation>%1：约 %2，正在计算</translation>
    </message>
    <message>
        <source>%1: not even the least fits with its whole interval, all else as it is</source>
        <translation>%1：其余不变时，最小值的整个区间也放不下</translation>
    </message>
    <message>
        <source>%1: %2 fit with their whole interval, one more does not; all else as it is</source>
        <translation>%1：%2 连同整个区间放得下，再多一个则放不下；其余不变</translation>
    </message>
    <message>
        <source>* The model was made for %1 positions.</source>
        <translation>* 该模型按 %1 个位置设计。</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Spare</source>
        <translation>富余</translation>
    </message>
    <message>
        <source>Max sequences</source>
        <translation>最多序列</translation>
    </message>
    <message>
        <source>Max batch</source>
        <translation>最大批次</translation>
    </message>
    <message>
        <source>Max context</source>
        <translation>最大上下文</translation>
    </message>
    <message>
        <source>Max length</source>
        <translation>最大长度</translation>
    </message>
    <message>
        <source>Need</source>
        <translation>所需</translation>
    </message>
    <message>
        <source>$ / h</source>
        <translation>$ / 小时</translation>
    </message>
    <message>
        <source>as of</source>
        <translation>截至</translation>
    </message>
    <message>
        <source>hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>$ the run</source>
        <translation>$ / 次运行</translation>
    </message>
</context>
<context>
    <name>plimsoll::FitsPanel</name>
    <message>
        <source>Fits on</source>
        <translation>适用显卡</translation>
    </message>
    <message>
        <source>Cards that the plan fits on</source>
        <translation>此方案放得下的显卡</translation>
    </message>
    <message>
        <source>Enter adds the card to the chart.</source>
        <translation>按 Enter 将显卡加入图表。</translation>
    </message>
    <message>
        <source>Copy as a table of bytes</source>
        <translation>复制为字节表格</translation>
    </message>
    <message>
        <source>No card is left of this choice and these words.</source>
        <translation>没有符合此选择和这些词的显卡。</translation>
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
        <translation>正在查找本机的 GPU</translation>
    </message>
    <message>
        <source>GPU of this machine</source>
        <translation>本机的 GPU</translation>
    </message>
    <message>
        <source>No GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>No GPU was found on this machine.</source>
        <translation>本机未找到 GPU。</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>: %1 of %2 %3 free</source>
        <translation>：%1 / %2 %3 空闲</translation>
    </message>
</context>
<context>
    <name>plimsoll::HeldModel</name>
    <message>
        <source>%1 parameters; they are among the weights.</source>
        <translation>%1 个参数；计入权重。</translation>
    </message>
    <message>
        <source>Tower that hears</source>
        <translation>音频编码塔</translation>
    </message>
    <message>
        <source>Tower that sees</source>
        <translation>编码塔</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>%1, on the host</source>
        <translation>%1，在主机上</translation>
    </message>
    <message>
        <source>It waits in the host&apos;s memory, not on the card.</source>
        <translation>它在主机内存中等待，不在显卡上。</translation>
    </message>
    <message>
        <source>It stands on the card beside what the others take.</source>
        <translation>它与其他部分一起占用显卡。</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, on the device %3.</source>
        <translation>已分配 %1，已保留 %2，设备上 %3。</translation>
    </message>
    <message>
        <source>What is held, and stages</source>
        <translation>保存的内容与阶段</translation>
    </message>
    <message>
        <source>Stages, on the device</source>
        <translation>各阶段，设备上</translation>
    </message>
    <message>
        <source>Among the weights</source>
        <translation>计入权重</translation>
    </message>
    <message>
        <source>It needs %1 of each of its cards and claims %2; it takes nothing of those that train.</source>
        <translation>它在自己的每张卡上需要 %1、占用 %2；不占训练卡。</translation>
    </message>
    <message>
        <source>Engine, on other cards</source>
        <translation>引擎（其他显卡）</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, on the device %3, of which the engine %4.</source>
        <translation>已分配 %1，已保留 %2，设备上 %3，其中引擎 %4。</translation>
    </message>
</context>
<context>
    <name>plimsoll::HeldView</name>
    <message>
        <source>Models and stages</source>
        <translation>模型与阶段</translation>
    </message>
    <message>
        <source>What is held on the card, and how full it is in each stage of the step.</source>
        <translation>显卡上保存了什么，以及步中每个阶段的占用。</translation>
    </message>
</context>
<context>
    <name>plimsoll::Help</name>
    <message>
        <source>Fits, tight, unlikely, does not fit</source>
        <translation>放得下、勉强、可能放不下、放不下</translation>
    </message>
    <message>
        <source>Fits: the upper end of the estimate is within what the card has. Tight: the middle of it is, the upper end is not. Unlikely: only its lower end is. Does not fit: not even that.</source>
        <translation>放得下：估算的上端不超过显卡所有。勉强：中值不超过，上端超过。可能放不下：只有下端不超过。放不下：连下端也超过。</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>What a program can have of a card: its memory less what the driver and a reserve keep.</source>
        <translation>程序可从显卡得到的内存：总内存减去驱动和预留部分。</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Bytes of tensors, as torch.cuda.max_memory_allocated() has them.</source>
        <translation>张量的字节数，同 torch.cuda.max_memory_allocated()。</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Bytes that PyTorch has of the card, tensors or not: torch.cuda.max_memory_reserved().</source>
        <translation>PyTorch 从显卡取得的字节数，不论是否为张量：torch.cuda.max_memory_reserved()。</translation>
    </message>
    <message>
        <source>On the device</source>
        <translation>设备上</translation>
    </message>
    <message>
        <source>All that nvidia-smi shows of the process: held, and the context of the driver.</source>
        <translation>nvidia-smi 显示的该进程全部占用：已持有的内存及驱动的上下文。</translation>
    </message>
    <message>
        <source>Interval, whisker</source>
        <translation>区间、误差线</translation>
    </message>
    <message>
        <source>Nine of ten measured runs lie within it; the thin line over a column.</source>
        <translation>十次实测运行有九次落在其中；即柱形上的细线。</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>已占用</translation>
    </message>
    <message>
        <source>What a server such as vLLM takes of the card when it starts, whatever its requests need.</source>
        <translation>vLLM 之类的服务器启动时从显卡占用的内存，与请求所需无关。</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>One process of a run over several cards, with a card of its own.</source>
        <translation>多卡运行中的一个进程，独占一张显卡。</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>基线</translation>
    </message>
    <message>
        <source>The pinned scenario that the others are compared with.</source>
        <translation>固定的情景，其他情景与之比较。</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>经验法则</translation>
    </message>
    <message>
        <source>What the usual sum by parameters says, beside the simulation.</source>
        <translation>通常按参数量求和的结果，与模拟并列。</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>训练栈</translation>
    </message>
    <message>
        <source>The library that trains. A dot at a field says that you set it; without one it is the stack&apos;s own.</source>
        <translation>执行训练的库。字段旁有圆点表示已手动设定；没有则为训练栈自己的值。</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>A part of the step: loading, forward, loss, backward, the optimizer&apos;s step.</source>
        <translation>一步的组成部分：加载、前向、损失、反向、优化器更新。</translation>
    </message>
    <message>
        <source>What is &amp;this?</source>
        <translation>这是什么？(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>术语表</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>&amp;Report a wrong estimate</source>
        <translation>报告有误的估算(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;About Plimsoll</source>
        <translation>关于 Plimsoll(&amp;A)</translation>
    </message>
    <message>
        <source>Plimsoll %1 plans the GPU memory of fine-tuning and inference. GPL-3.0-or-later; uses Qt %2 and Qt Charts.</source>
        <translation>Plimsoll %1 规划微调与推理的 GPU 内存。GPL-3.0-or-later；使用 Qt %2 和 Qt Charts。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>What memory is for</source>
        <translation>内存的用途</translation>
    </message>
    <message>
        <source>Fields of the plan</source>
        <translation>方案的字段</translation>
    </message>
    <message>
        <source>What the control with the focus is</source>
        <translation>当前焦点控件的说明</translation>
    </message>
    <message>
        <source>What was measured, and how (nvidia-smi, torch.cuda.max_memory_allocated, …):</source>
        <translation>测得的数值及方式（nvidia-smi、torch.cuda.max_memory_allocated 等）：</translation>
    </message>
    <message>
        <source>The plan, its answer and the release are copied, without names and paths. Say beside them what was measured.</source>
        <translation>方案、其答案和版本已复制，不含名称和路径。请在旁边写明测得的结果。</translation>
    </message>
    <message>
        <source>Copy again</source>
        <translation>再次复制</translation>
    </message>
    <message>
        <source>The field with the focus back to its default</source>
        <translation>将当前字段恢复默认</translation>
    </message>
</context>
<context>
    <name>plimsoll::HelpDialog</name>
    <message>
        <source>Find a word</source>
        <translation>查找词语</translation>
    </message>
</context>
<context>
    <name>plimsoll::HubRow</name>
    <message>
        <source>%1 is not on this machine.</source>
        <translation>%1 不在本机。</translation>
    </message>
    <message>
        <source>&amp;Fetch its config.json</source>
        <translation>获取其 config.json(&amp;F)</translation>
    </message>
    <message>
        <source>Fetch the configuration of %1 from the Hub</source>
        <translation>从 Hub 获取 %1 的配置</translation>
    </message>
    <message>
        <source>Fetching the configuration of %1…</source>
        <translation>正在获取 %1 的配置…</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel fetching %1</source>
        <translation>取消获取 %1</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>Try to fetch %1 again</source>
        <translation>再次尝试获取 %1</translation>
    </message>
</context>
<context>
    <name>plimsoll::ImportDialog</name>
    <message>
        <source>Plans of a model card</source>
        <translation>模型卡中的方案</translation>
    </message>
    <message>
        <source>Configuration of %1</source>
        <translation>%1 的配置</translation>
    </message>
    <message>
        <source>Open as a new plan</source>
        <translation>作为新方案打开</translation>
    </message>
    <message>
        <source>Add to this session</source>
        <translation>加入此会话</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>Which of the plans is opened</source>
        <translation>打开哪个方案</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Field, or why</source>
        <translation>字段，或原因</translation>
    </message>
    <message>
        <source>Keys of the configuration</source>
        <translation>配置的键</translation>
    </message>
    <message>
        <source>Could not be said</source>
        <translation>无法表达</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>已理解</translation>
    </message>
    <message>
        <source>Without effect on memory</source>
        <translation>对内存无影响</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>plimsoll::Imports</name>
    <message>
        <source>a scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>All %1 as scenarios</source>
        <translation>将全部 %1 个作为情景</translation>
    </message>
    <message>
        <source>%1, block in line %2</source>
        <translation>%1，第 %2 行的块</translation>
    </message>
    <message>
        <source>Nothing in it is understood. What can be pasted: a configuration or command of a training or serving tool, a model&apos;s name, address or config.json, a model card, a plan, or an out-of-memory message.</source>
        <translation>其中没有可理解的内容。可以粘贴：训练或服务工具的配置或命令，模型的名称、地址或 config.json，模型卡，方案，或内存不足的报错。</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>已粘贴</translation>
    </message>
    <message>
        <source>It names no model: the one of this plan stays.</source>
        <translation>其中未写明模型：保留此方案的模型。</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveChart</name>
    <message>
        <source>Memory of the last five minutes</source>
        <translation>最近五分钟的内存</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveModel</name>
    <message>
        <source>%1 holds the most.</source>
        <translation>%1 占用最多。</translation>
    </message>
    <message>
        <source>All other processes, and what the driver keeps.</source>
        <translation>所有其他进程，以及驱动保留的部分。</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Total, %1</source>
        <translation>总计，%1</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功耗</translation>
    </message>
</context>
<context>
    <name>plimsoll::LivePanel</name>
    <message>
        <source>Not read yet.</source>
        <translation>尚未读取。</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>GPUs of this machine</source>
        <translation>本机的 GPU</translation>
    </message>
    <message>
        <source>Readings of the last five minutes</source>
        <translation>最近五分钟的读数</translation>
    </message>
    <message>
        <source>%1 is followed; the driver does not tell how much it holds.</source>
        <translation>正在跟踪 %1；驱动不提供其占用。</translation>
    </message>
    <message>
        <source>%1 is not listed any more.</source>
        <translation>%1 已不在列表中。</translation>
    </message>
    <message>
        <source>Started beside it: %1</source>
        <translation>若与之同时启动：%1</translation>
    </message>
    <message>
        <source>No GPU was found on this machine.</source>
        <translation>本机未找到 GPU。</translation>
    </message>
    <message>
        <source>No GPU was found when %1 was recorded.</source>
        <translation>录制 %1 时未找到 GPU。</translation>
    </message>
    <message>
        <source>The driver does not answer; these are its last readings.</source>
        <translation>驱动没有响应；以下是其最后的读数。</translation>
    </message>
    <message>
        <source>Replaying %1: readings of another time, perhaps of another machine.</source>
        <translation>正在回放 %1：其他时间的读数，也可能来自其他机器。</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
    <message>
        <source>The driver does not answer.</source>
        <translation>驱动没有响应。</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU %1, %2, last five minutes</source>
        <translation>GPU %1，%2，最近五分钟</translation>
    </message>
    <message>
        <source>Replay a recording…</source>
        <translation>回放录制…</translation>
    </message>
    <message>
        <source>Back to this machine</source>
        <translation>回到本机</translation>
    </message>
    <message>
        <source>Recordings are written by: plimsoll watch --format json</source>
        <translation>录制由此命令写出：plimsoll watch --format json</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveReadings</name>
    <message>
        <source>&amp;Live readings</source>
        <translation>实时读数(&amp;L)</translation>
    </message>
    <message>
        <source>Follow the selected &amp;process, or the biggest</source>
        <translation>跟踪所选进程，或占用最多者(&amp;P)</translation>
    </message>
    <message>
        <source>Can I allocate so much &amp;now?</source>
        <translation>现在能否分配这么多？(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Replay a recording, or end it…</source>
        <translation>回放录制，或结束回放(&amp;R)…</translation>
    </message>
    <message>
        <source>Replay a recording</source>
        <translation>回放录制</translation>
    </message>
    <message>
        <source>Recordings (*.jsonl *.json);;All files (*)</source>
        <translation>录制 (*.jsonl *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>GPU %1 is nearly full</source>
        <translation>GPU %1 即将占满</translation>
    </message>
    <message>
        <source>GPU %1: %2</source>
        <translation>GPU %1：%2</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveTableModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>In use, %1</source>
        <translation>已用，%1</translation>
    </message>
    <message>
        <source>Largest process</source>
        <translation>最大进程</translation>
    </message>
    <message>
        <source>To the plan&apos;s peak</source>
        <translation>距方案峰值</translation>
    </message>
</context>
<context>
    <name>plimsoll::LiveWarning</name>
    <message numerus="yes">
        <source>%1 %n more</source>
        <translation>
            <numerusform>%1 另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>This desktop has no tray for messages.</source>
        <translation>此桌面没有用于消息的托盘。</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
</context>
<context>
    <name>plimsoll::LoraGroup</name>
    <message>
        <source>all linear layers (%1)</source>
        <translation>所有线性层（%1）</translation>
    </message>
    <message>
        <source>all linear layers</source>
        <translation>所有线性层</translation>
    </message>
    <message>
        <source>PEFT&apos;s default</source>
        <translation>PEFT 的默认值</translation>
    </message>
    <message>
        <source>%1 + %2 more</source>
        <translation>%1 + 另外 %2 个</translation>
    </message>
    <message>
        <source>LoRA</source>
        <translation>LoRA</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
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
        <translation>目标</translation>
    </message>
    <message>
        <source>DoRA</source>
        <translation>DoRA</translation>
    </message>
    <message>
        <source>%1 trainable, %2 %</source>
        <translation>%1 可训练，%2 %</translation>
    </message>
    <message>
        <source>All linear layers</source>
        <translation>所有线性层</translation>
    </message>
    <message>
        <source>PEFT&apos;s default for this model</source>
        <translation>PEFT 对此模型的默认值</translation>
    </message>
</context>
<context>
    <name>plimsoll::LowerViews</name>
    <message>
        <source>Views of the selected scenario</source>
        <translation>所选情景的视图</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Fits on</source>
        <translation>适用显卡</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1，在 %2 上</translation>
    </message>
    <message>
        <source>%1, %2, cheapest known offer</source>
        <translation>%1，%2，已知最低报价</translation>
    </message>
</context>
<context>
    <name>plimsoll::MainWindow</name>
    <message>
        <source>Fields of the plan</source>
        <translation>方案的字段</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Search actions…</source>
        <translation>搜索操作(&amp;S)…</translation>
    </message>
    <message>
        <source>Out of &amp;memory: what to do</source>
        <translation>内存不足：如何处理(&amp;M)</translation>
    </message>
    <message>
        <source>%1[*] — Plimsoll</source>
        <translation>%1[*] — Plimsoll</translation>
    </message>
    <message>
        <source>Dropped text</source>
        <translation>拖入的文本</translation>
    </message>
</context>
<context>
    <name>plimsoll::MemoryChart</name>
    <message>
        <source>No scenario yet.</source>
        <translation>尚无情景。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Scenarios that are in sight</source>
        <translation>可见的情景</translation>
    </message>
    <message>
        <source>Memory by scenario and group</source>
        <translation>按情景和分组的内存</translation>
    </message>
    <message>
        <source>Unfold the memory chart</source>
        <translation>展开内存图</translation>
    </message>
    <message>
        <source>Fold the memory chart</source>
        <translation>折叠内存图</translation>
    </message>
    <message>
        <source>on the device, %1</source>
        <translation>设备上，%1</translation>
    </message>
    <message>
        <source>baseline: %1</source>
        <translation>基线：%1</translation>
    </message>
    <message>
        <source>outlined: taken by the engine</source>
        <translation>轮廓线：推理引擎所占</translation>
    </message>
    <message>
        <source>dashed: rule of thumb</source>
        <translation>虚线：经验法则</translation>
    </message>
    <message>
        <source>Memory chart</source>
        <translation>内存图</translation>
    </message>
    <message>
        <source>%1: %2 %3, %4 % of %5 (%6)</source>
        <translation>%1：%2 %3，为 %5 的 %4 %（%6）</translation>
    </message>
</context>
<context>
    <name>plimsoll::MemoryTableModel</name>
    <message>
        <source>On the device, %1</source>
        <translation>设备上，%1</translation>
    </message>
    <message>
        <source>Interval from</source>
        <translation>区间下限</translation>
    </message>
    <message>
        <source>Interval to</source>
        <translation>区间上限</translation>
    </message>
    <message>
        <source>Spare on %1</source>
        <translation>%1 上的富余</translation>
    </message>
</context>
<context>
    <name>plimsoll::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>打开最近的文件(&amp;R)</translation>
    </message>
    <message>
        <source>Open e&amp;xample</source>
        <translation>打开示例(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Closed without saving</source>
        <translation>未保存即关闭</translation>
    </message>
    <message>
        <source>%1, closed %2</source>
        <translation>%1，关闭于 %2</translation>
    </message>
    <message>
        <source>No examples are installed</source>
        <translation>未安装示例</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModelButton</name>
    <message>
        <source>Choose a model (Ctrl+L)</source>
        <translation>选择模型（Ctrl+L）</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model: %1, %2</source>
        <translation>模型：%1，%2</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModelInspector</name>
    <message>
        <source>PEFT wraps nothing of it as a language model</source>
        <translation>PEFT 不把它的任何部分作为语言模型包装</translation>
    </message>
    <message>
        <source>Modules of %1</source>
        <translation>%1 的模块</translation>
    </message>
    <message>
        <source>Search modules: self_attn.q_proj</source>
        <translation>搜索模块：self_attn.q_proj</translation>
    </message>
    <message>
        <source>Search modules</source>
        <translation>搜索模块</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>Active per token</source>
        <translation>每个 token 激活</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>%1, %2 bits</source>
        <translation>%1，%2 位</translation>
    </message>
    <message>
        <source>LoRA at rank %1</source>
        <translation>秩为 %1 的 LoRA</translation>
    </message>
    <message>
        <source>Assumed</source>
        <translation>假定</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
</context>
<context>
    <name>plimsoll::ModuleModel</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>%1 is %2 itself and counts once</source>
        <translation>%1 即 %2 本身，只计一次</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>plimsoll::NumberBox</name>
    <message>
        <source>“%1” is no number: %2 stays.</source>
        <translation>“%1”不是数字：保留 %2。</translation>
    </message>
    <message>
        <source>%1 is too much: %2 is the most.</source>
        <translation>%1 过大：最大为 %2。</translation>
    </message>
    <message>
        <source>%1 is too little: %2 is the least.</source>
        <translation>%1 过小：最小为 %2。</translation>
    </message>
</context>
<context>
    <name>plimsoll::OomBar</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>Not here: %1.</source>
        <translation>此处不可用：%1。</translation>
    </message>
    <message>
        <source>on the card then: %1</source>
        <translation>更改后显卡上：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>What the advice is for</source>
        <translation>建议的目的</translation>
    </message>
    <message>
        <source>To make it fit</source>
        <translation>使其放得下</translation>
    </message>
</context>
<context>
    <name>plimsoll::PassOnRow</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
</context>
<context>
    <name>plimsoll::PlanEdits</name>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Choose &amp;model…</source>
        <translation>选择模型(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Inspect model…</source>
        <translation>查看模型(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Compare precisions</source>
        <translation>比较精度(&amp;C)</translation>
    </message>
    <message>
        <source>Compare precisions, with &amp;LoRA</source>
        <translation>比较精度，使用 LoRA(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Add card or budget…</source>
        <translation>添加显卡或预算(&amp;A)…</translation>
    </message>
    <message>
        <source>%1: %2 in place of %3</source>
        <translation>%1：%2，原为 %3</translation>
    </message>
    <message numerus="yes">
        <source>; and %n more</source>
        <translation>
            <numerusform>；另有 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Add card</source>
        <translation>添加显卡</translation>
    </message>
    <message>
        <source>Inspect model</source>
        <translation>查看模型</translation>
    </message>
    <message>
        <source>Change the amount</source>
        <translation>修改数据量</translation>
    </message>
    <message>
        <source>%1 is left out: nothing trains on such weights.</source>
        <translation>已省略 %1：无法在这种权重上训练。</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>量化</translation>
    </message>
</context>
<context>
    <name>plimsoll::PlanPane</name>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批次 %1</translation>
    </message>
    <message>
        <source>%1 at once</source>
        <translation>同时 %1 个</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>秩 %1</translation>
    </message>
    <message>
        <source>%1 · %2 parameters</source>
        <translation>%1 · %2 参数</translation>
    </message>
    <message>
        <source>Largest values that fit: not known</source>
        <translation>放得下的最大值：未知</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>推理</translation>
    </message>
    <message>
        <source>Extract</source>
        <translation>提取</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>训练栈</translation>
    </message>
    <message>
        <source>The model was made for %1 positions.</source>
        <translation>该模型按 %1 个位置设计。</translation>
    </message>
    <message>
        <source>%1 is the most that fits</source>
        <translation>%1 为放得下的最大值</translation>
    </message>
    <message>
        <source>most %1</source>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>%1: the largest values that fit on the first card, each with all else as it is</source>
        <translation>%1：第一张显卡上放得下的最大值，每项均在其余不变时</translation>
    </message>
    <message>
        <source>Largest that fits: %1</source>
        <translation>放得下的最大值：%1</translation>
    </message>
</context>
<context>
    <name>plimsoll::PreferenceChoices</name>
    <message>
        <source>Switch between Gi&amp;B and GB</source>
        <translation>切换 GiB 与 GB(&amp;B)</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>颜色：%1</translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation>系统颜色(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <translation>高对比度(&amp;H)</translation>
    </message>
</context>
<context>
    <name>plimsoll::ProcessList</name>
    <message>
        <source>Detach</source>
        <translation>停止跟踪</translation>
    </message>
    <message>
        <source>Follow the process that holds the most</source>
        <translation>跟踪占用最多的进程</translation>
    </message>
    <message>
        <source>Processes of the card</source>
        <translation>显卡上的进程</translation>
    </message>
    <message>
        <source>Enter follows a process in the chart, Escape follows the biggest again.</source>
        <translation>按 Enter 在图表中跟踪一个进程，按 Esc 恢复跟踪占用最多者。</translation>
    </message>
    <message>
        <source>%1: one process</source>
        <translation>%1：一个进程</translation>
    </message>
    <message>
        <source>%1: %2 processes</source>
        <translation>%1：%2 个进程</translation>
    </message>
</context>
<context>
    <name>plimsoll::ProcessModel</name>
    <message>
        <source>In use, not told by whom</source>
        <translation>已用，归属不明</translation>
    </message>
    <message>
        <source>No process is told of</source>
        <translation>没有进程信息</translation>
    </message>
    <message>
        <source>Not told by whom</source>
        <translation>归属不明</translation>
    </message>
    <message>
        <source>In use, and no listed process has it.</source>
        <translation>已用，但不属于所列的任何进程。</translation>
    </message>
    <message>
        <source>Counted more than once</source>
        <translation>重复计算</translation>
    </message>
    <message>
        <source>The processes share memory: together they have more than is in use.</source>
        <translation>各进程共享内存：合计超过实际已用。</translation>
    </message>
    <message>
        <source>The driver&apos;s own</source>
        <translation>驱动自身</translation>
    </message>
    <message>
        <source>No process can use it.</source>
        <translation>任何进程都不能使用。</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>The chart is of this process; it holds %1.</source>
        <translation>图表显示此进程；它占用 %1。</translation>
    </message>
    <message>
        <source>Holds %1. A click follows it in the chart.</source>
        <translation>占用 %1。单击可在图表中跟踪。</translation>
    </message>
    <message>
        <source>%1, followed in the chart</source>
        <translation>%1，图表中正在跟踪</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
</context>
<context>
    <name>plimsoll::RankChooser</name>
    <message>
        <source>Kind of rank</source>
        <translation>rank 的种类</translation>
    </message>
    <message>
        <source>Whose memory breakdown and timeline show; all: a column for each</source>
        <translation>内存明细和时间线所显示的 rank；全部：每个一列</translation>
    </message>
    <message>
        <source>all, side by side</source>
        <translation>全部，并排</translation>
    </message>
</context>
<context>
    <name>plimsoll::RanksGroup</name>
    <message>
        <source>1: optimizer</source>
        <translation>1：优化器</translation>
    </message>
    <message>
        <source>2: and gradients</source>
        <translation>2：加梯度</translation>
    </message>
    <message>
        <source>3: and weights</source>
        <translation>3：加权重</translation>
    </message>
    <message>
        <source>0: nothing</source>
        <translation>0：无</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>1 process, 1 card</source>
        <translation>1 个进程，1 张显卡</translation>
    </message>
    <message>
        <source>%1 ranks, a card each</source>
        <translation>%1 个 rank，各一张显卡</translation>
    </message>
    <message>
        <source>%1 ranks: %2</source>
        <translation>%1 个 rank：%2</translation>
    </message>
    <message>
        <source> × </source>
        <translation> × </translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>What lives on the host</source>
        <translation>放在主机上的内容</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>to NVMe</source>
        <translation>到 NVMe</translation>
    </message>
    <message>
        <source>%1: what a rank keeps on its host in place of its card</source>
        <translation>%1：rank 放在主机而非显卡上的内容</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>并行引擎</translation>
    </message>
    <message>
        <source>Engine of the ranks</source>
        <translation>多卡引擎</translation>
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
        <translation>transformers 的设备网格</translation>
    </message>
    <message>
        <source>Megatron</source>
        <translation>Megatron</translation>
    </message>
    <message>
        <source>%1: whose library spreads the training over ranks</source>
        <translation>%1：由哪个库把训练分布到各 rank</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>流水线的阶段</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Data-parallel ranks</source>
        <translation>数据并行 rank</translation>
    </message>
    <message>
        <source>ranks that each work on other sequences</source>
        <translation>各自处理不同序列的 rank</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tensor-parallel ranks</source>
        <translation>张量并行 rank</translation>
    </message>
    <message>
        <source>ranks that share each matrix</source>
        <translation>共同切分每个矩阵的 rank</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>runs of layers, each on a card of its own</source>
        <translation>连续若干层为一段，每段在一张显卡上</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Context-parallel ranks</source>
        <translation>上下文并行 rank</translation>
    </message>
    <message>
        <source>ranks that share each sequence</source>
        <translation>共同划分每条序列的 rank</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Cards of a node</source>
        <translation>每个节点的显卡</translation>
    </message>
    <message>
        <source>ranks that share a node: its links and its memory</source>
        <translation>共用一个节点的 rank：共用其链路和内存</translation>
    </message>
    <message>
        <source>Expert</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Expert-parallel ranks</source>
        <translation>专家并行 rank</translation>
    </message>
    <message>
        <source>ranks that share each layer&apos;s experts</source>
        <translation>共同分担每层专家的 rank</translation>
    </message>
    <message>
        <source>sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>norms and residuals are split over the tensor-parallel ranks</source>
        <translation>归一化与残差在张量并行 rank 间切分</translation>
    </message>
    <message>
        <source>Sharded</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>ZeRO stage</source>
        <translation>ZeRO 阶段</translation>
    </message>
    <message>
        <source>%1: what the data-parallel ranks share; FSDP&apos;s full shard is 3</source>
        <translation>%1：数据并行 rank 之间分片的内容；FSDP 的完全分片为 3</translation>
    </message>
    <message>
        <source>reshard</source>
        <translation>重新分片</translation>
    </message>
    <message>
        <source>%1: gathered weights go after each unit&apos;s forward</source>
        <translation>%1：每个单元前向之后释放收集的权重</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Copies of the sharded group (HSDP)</source>
        <translation>分片组的副本（HSDP）</translation>
    </message>
    <message>
        <source>%1: copies of the sharded group (HSDP)</source>
        <translation>%1：分片组的副本数（HSDP）</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>单元</translation>
    </message>
    <message>
        <source>What FSDP gathers at once</source>
        <translation>FSDP 一次收集的内容</translation>
    </message>
    <message>
        <source>a layer</source>
        <translation>一层</translation>
    </message>
    <message>
        <source>a layer, and the ends</source>
        <translation>一层，以及首尾两端</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1: what FSDP gathers at once</source>
        <translation>%1：FSDP 一次收集的内容</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>桶</translation>
    </message>
    <message>
        <source>Size of a bucket</source>
        <translation>桶的大小</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>%1: gradients that DDP sends at once</source>
        <translation>%1：DDP 一次发送的梯度</translation>
    </message>
    <message>
        <source>gradients are views</source>
        <translation>梯度为视图</translation>
    </message>
    <message>
        <source>%1: gradients lie in the buckets</source>
        <translation>%1：梯度直接放在桶里</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>How context ranks attend</source>
        <translation>上下文 rank 的注意力方式</translation>
    </message>
    <message>
        <source>each to its queries</source>
        <translation>各自处理其查询</translation>
    </message>
    <message>
        <source>each to some heads (Ulysses)</source>
        <translation>各自处理部分头（Ulysses）</translation>
    </message>
    <message>
        <source>%1: a ring of keys and values, or heads exchanged for parts of the sequence</source>
        <translation>%1：键和值沿环传递，或以头交换序列的部分</translation>
    </message>
    <message>
        <source>How keys and values come round</source>
        <translation>键和值的传递方式</translation>
    </message>
    <message>
        <source>gathered</source>
        <translation>收集</translation>
    </message>
    <message>
        <source>one after another</source>
        <translation>逐个传递</translation>
    </message>
    <message>
        <source>%1: how keys and values come round a ring</source>
        <translation>%1：键和值沿环传递的方式</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Micro-batches of a pipeline&apos;s step</source>
        <translation>流水线一步的微批次</translation>
    </message>
    <message>
        <source>%1: of one step of the pipeline</source>
        <translation>%1：流水线一步中的数量</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Order of the pipeline&apos;s passes</source>
        <translation>流水线各趟的顺序</translation>
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
        <translation>%1：流水线各趟的顺序</translation>
    </message>
</context>
<context>
    <name>plimsoll::RoomField</name>
    <message>
        <source>Can I allocate</source>
        <translation>能否分配</translation>
    </message>
    <message>
        <source>16GiB</source>
        <translation>16GiB</translation>
    </message>
    <message>
        <source>A size, such as 16GiB or 900MB: whether the selected card has room for it now</source>
        <translation>大小，例如 16GiB 或 900MB：所选显卡现在是否有此空间</translation>
    </message>
    <message>
        <source>Can I allocate so much on the selected card now</source>
        <translation>现在能否在所选显卡上分配这么多</translation>
    </message>
    <message>
        <source>%1 is no size above 0; such as 16GiB, 900MB.</source>
        <translation>%1 不是大于 0 的大小；例如 16GiB、900MB。</translation>
    </message>
</context>
<context>
    <name>plimsoll::RuleDialog</name>
    <message>
        <source>Rule of thumb</source>
        <translation>经验法则</translation>
    </message>
    <message>
        <source>The rule of thumb, term by term</source>
        <translation>逐项列出的经验法则</translation>
    </message>
    <message>
        <source>%1: there is no estimate to stand beside.</source>
        <translation>%1：没有可对照的估算。</translation>
    </message>
    <message>
        <source>%1: bytes for each parameter, beside the simulation at its peak. The first column can be typed in.</source>
        <translation>%1：每个参数的字节数，与模拟的峰值对照。第一列可以输入。</translation>
    </message>
    <message>
        <source>%1, %2. Divided by %3 all of it would be %4; activations are not. The first column can be typed in.</source>
        <translation>%1，%2。全部除以 %3 为 %4；激活不随之划分。第一列可以输入。</translation>
    </message>
</context>
<context>
    <name>plimsoll::RuleModel</name>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>额外开销</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>no rule: type it in</source>
        <translation>无法则：请输入</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Term</source>
        <translation>项</translation>
    </message>
    <message>
        <source>A rank, %1</source>
        <translation>每个 rank，%1</translation>
    </message>
    <message>
        <source>Rule, %1</source>
        <translation>法则，%1</translation>
    </message>
    <message>
        <source>One card</source>
        <translation>一张显卡</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>公式</translation>
    </message>
</context>
<context>
    <name>plimsoll::RunDialog</name>
    <message>
        <source>Measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message>
        <source>&amp;Beside</source>
        <translation>对照(&amp;B)</translation>
    </message>
    <message>
        <source>Plan that it stands beside</source>
        <translation>与之对照的方案</translation>
    </message>
    <message>
        <source>What it took</source>
        <translation>实际占用</translation>
    </message>
    <message>
        <source>Where run and plan part</source>
        <translation>运行与方案的分歧之处</translation>
    </message>
    <message>
        <source>Notes of the measurement</source>
        <translation>测量的备注</translation>
    </message>
    <message>
        <source>What was done with it</source>
        <translation>对它的处理</translation>
    </message>
    <message>
        <source>Measured beside planned, the whole run and phase by phase</source>
        <translation>实测与规划对照，整个运行及逐阶段</translation>
    </message>
    <message>
        <source>&amp;Keep in my measurements</source>
        <translation>保存到我的测量(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Share without personal data…</source>
        <translation>分享（不含个人数据）(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Open its plan</source>
        <translation>打开其方案(&amp;O)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>No plan stands beside it: %1</source>
        <translation>没有与之对照的方案：%1</translation>
    </message>
    <message>
        <source>Only what the script of File ▸ Export ▸ PyTorch prints says enough of its run.</source>
        <translation>只有“文件 ▸ 导出 ▸ PyTorch”的脚本所输出的内容，才足以说明其运行。</translation>
    </message>
    <message>
        <source>What is learned is of its own plan; choose that one.</source>
        <translation>只能从它自己的方案中学习；请选择该方案。</translation>
    </message>
    <message>
        <source>It ran out of memory, or card or figures are not known.</source>
        <translation>它内存不足，或显卡或数值未知。</translation>
    </message>
    <message>
        <source>Estimates of this kind of run on this card learn from it.</source>
        <translation>此显卡上这类运行的估算将从中学习。</translation>
    </message>
    <message>
        <source>It says no plan.</source>
        <translation>其中未写明方案。</translation>
    </message>
</context>
<context>
    <name>plimsoll::RunModel</name>
    <message>
        <source>Card %1, all processes</source>
        <translation>显卡 %1，所有进程</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Allocated, whole run</source>
        <translation>已分配，整个运行</translation>
    </message>
    <message>
        <source>Reserved, whole run</source>
        <translation>已保留，整个运行</translation>
    </message>
    <message>
        <source>Process on the card</source>
        <translation>显卡上的进程</translation>
    </message>
    <message>
        <source>Outside PyTorch</source>
        <translation>PyTorch 之外</translation>
    </message>
    <message>
        <source>Card, all processes</source>
        <translation>显卡，所有进程</translation>
    </message>
    <message>
        <source>Before the steps, %1</source>
        <translation>各步之前，%1</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>第 %1 步，%2</translation>
    </message>
    <message>
        <source>At its most</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>实测，%1</translation>
    </message>
    <message>
        <source>Planned, %1</source>
        <translation>规划，%1</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
</context>
<context>
    <name>plimsoll::Runs</name>
    <message>
        <source>Its own plan</source>
        <translation>它自己的方案</translation>
    </message>
    <message>
        <source>This is all that is written: no names, no notes, no paths, and of the model no Hub id.</source>
        <translation>写出的仅此而已：没有名称、备注和路径，也没有模型的 Hub id。</translation>
    </message>
    <message>
        <source>Measurement without personal data</source>
        <translation>不含个人数据的测量</translation>
    </message>
</context>
<context>
    <name>plimsoll::SaversGroup</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>every layer</source>
        <translation>每层</translation>
    </message>
    <message>
        <source>Savers</source>
        <translation>节省项</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Gradient checkpointing at every layer</source>
        <translation>每层使用梯度检查点</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
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
        <translation>torch.compile：模拟 inductor 的融合，区间更宽</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>every %1 layers</source>
        <translation>每 %1 层</translation>
    </message>
    <message>
        <source>changes now by, %1</source>
        <translation>当前的变化，%1</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>无影响</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cannot be said for this plan</source>
        <translation>此方案无法给出</translation>
    </message>
    <message>
        <source>With %1: %2</source>
        <translation>使用 %1：%2</translation>
    </message>
</context>
<context>
    <name>plimsoll::ScenarioEdits</name>
    <message>
        <source>&amp;Rename scenario</source>
        <translation>重命名情景(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Duplicate scenario</source>
        <translation>复制情景(&amp;D)</translation>
    </message>
    <message>
        <source>Duplicate scenario</source>
        <translation>复制情景</translation>
    </message>
    <message>
        <source>&amp;Pin as baseline, or release</source>
        <translation>固定为基线，或取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>Pin baseline</source>
        <translation>固定基线</translation>
    </message>
    <message>
        <source>Move scenario le&amp;ft</source>
        <translation>左移情景(&amp;F)</translation>
    </message>
    <message>
        <source>Move scenario</source>
        <translation>移动情景</translation>
    </message>
    <message>
        <source>Move scenario ri&amp;ght</source>
        <translation>右移情景(&amp;G)</translation>
    </message>
    <message>
        <source>Re&amp;move scenario</source>
        <translation>移除情景(&amp;M)</translation>
    </message>
    <message>
        <source>Remove scenario</source>
        <translation>移除情景</translation>
    </message>
    <message>
        <source>Its ranks stand side by side; choose one rank to name the scenario.</source>
        <translation>其各 rank 并排显示；请选择一个 rank 再命名情景。</translation>
    </message>
    <message>
        <source>Rename scenario</source>
        <translation>重命名情景</translation>
    </message>
</context>
<context>
    <name>plimsoll::ScenarioStrip</name>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Scenario %1</source>
        <translation>情景 %1</translation>
    </message>
    <message>
        <source>%1, baseline</source>
        <translation>%1，基线</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Duplicate the selected scenario</source>
        <translation>复制所选情景</translation>
    </message>
    <message>
        <source>Add a scenario</source>
        <translation>添加情景</translation>
    </message>
    <message>
        <source>Name of the scenario</source>
        <translation>情景的名称</translation>
    </message>
</context>
<context>
    <name>plimsoll::SearchButton</name>
    <message>
        <source>Search actions and fields</source>
        <translation>搜索操作和字段</translation>
    </message>
    <message>
        <source>Every action and field by name (Ctrl+K)</source>
        <translation>按名称查找所有操作和字段（Ctrl+K）</translation>
    </message>
    <message>
        <source>No action and no field has these words.</source>
        <translation>没有含这些词的操作或字段。</translation>
    </message>
</context>
<context>
    <name>plimsoll::SessionFiles</name>
    <message>
        <source>&amp;New session</source>
        <translation>新建会话(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Plans, configurations, model cards, runs (*.plimsoll *.json *.yaml *.yml *.sh *.md *.pickle *.csv *.jsonl *.log Modelfile*);;All files (*)</source>
        <translation>方案、配置、模型卡、运行 (*.plimsoll *.json *.yaml *.yml *.sh *.md *.pickle *.csv *.jsonl *.log Modelfile*);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a model&apos;s &amp;config.json…</source>
        <translation>打开模型的 config.json(&amp;C)…</translation>
    </message>
    <message>
        <source>Open a model&apos;s config.json</source>
        <translation>打开模型的 config.json</translation>
    </message>
    <message>
        <source>Configurations (*.json);;All files (*)</source>
        <translation>配置 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a model&apos;s &amp;folder…</source>
        <translation>打开模型文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Paste a plan, a model, a message</source>
        <translation>粘贴方案、模型或报错(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Close &amp;window</source>
        <translation>关闭窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Out of memory: %1</source>
        <translation>内存不足：%1</translation>
    </message>
    <message>
        <source>Add to the session</source>
        <translation>加入会话</translation>
    </message>
    <message>
        <source>Saved to %1</source>
        <translation>已保存到 %1</translation>
    </message>
    <message>
        <source>Open a model&apos;s folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Plimsoll sessions (*.plimsoll)</source>
        <translation>Plimsoll 会话 (*.plimsoll)</translation>
    </message>
    <message>
        <source>Plimsoll ended without being closed. This is the session as it stood; save it to keep it.</source>
        <translation>Plimsoll 未经关闭即结束。这是当时的会话；保存后可保留。</translation>
    </message>
    <message>
        <source>It is damaged and cannot be opened.</source>
        <translation>它已损坏，无法打开。</translation>
    </message>
</context>
<context>
    <name>plimsoll::SettingsDialog</name>
    <message>
        <source>Path: %1</source>
        <translation>路径：%1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Files of your own</source>
        <translation>自有文件</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>1 GiB = 1024 × 1024 × 1024 bytes, as PyTorch and drivers count</source>
        <translation>1 GiB = 1024 × 1024 × 1024 字节，PyTorch 和驱动的计法</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>1 GB = 1,000,000,000 bytes, as disks are sold</source>
        <translation>1 GB = 1,000,000,000 字节，磁盘销售的计法</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>As the desktop is set</source>
        <translation>跟随桌面设置</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Outlines and hatches instead of tints</source>
        <translation>以轮廓和剖面线代替色调</translation>
    </message>
    <message>
        <source>Go on with the sessions of last time</source>
        <translation>继续上次的会话</translation>
    </message>
    <message>
        <source>Otherwise the first plan opens; what was not saved is under File ▸ Open recent.</source>
        <translation>否则打开初始方案；未保存的内容在“文件 ▸ 打开最近的文件”中。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source> % of the card</source>
        <translation> % 显卡内存</translation>
    </message>
    <message>
        <source>Warn from</source>
        <translation>警告阈值</translation>
    </message>
    <message>
        <source>Tell the desktop too</source>
        <translation>同时通知桌面</translation>
    </message>
    <message>
        <source>Once each time a card becomes so full, while Plimsoll runs.</source>
        <translation>Plimsoll 运行期间，显卡每次达到此占用时通知一次。</translation>
    </message>
    <message>
        <source>This desktop has no tray for messages: the warning stands in the window alone.</source>
        <translation>此桌面没有用于消息的托盘：警告只显示在窗口中。</translation>
    </message>
    <message>
        <source>Live readings</source>
        <translation>实时读数</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open folder: %1</source>
        <translation>打开文件夹：%1</translation>
    </message>
    <message>
        <source>%1 cannot be made; check its permissions.</source>
        <translation>无法创建 %1；请检查权限。</translation>
    </message>
    <message>
        <source>No program here opens folders; the path can be copied.</source>
        <translation>此处没有可打开文件夹的程序；可复制路径。</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitChoice</name>
    <message>
        <source>Se&amp;veral GPUs</source>
        <translation>多个 GPU(&amp;V)</translation>
    </message>
    <message>
        <source>This run is not split over cards.</source>
        <translation>此运行未拆分到多张显卡。</translation>
    </message>
    <message>
        <source>Find a &amp;split…</source>
        <translation>查找拆分(&amp;S)…</translation>
    </message>
    <message>
        <source>Splits are looked for of trainings; choose the task Train.</source>
        <translation>只为训练查找拆分；请选择任务“训练”。</translation>
    </message>
    <message>
        <source>Use split</source>
        <translation>采用拆分</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitDialog</name>
    <message>
        <source>Find a split</source>
        <translation>查找拆分</translation>
    </message>
    <message>
        <source>Why the chosen split stands there</source>
        <translation>所选拆分排在此处的原因</translation>
    </message>
    <message>
        <source>Fits on these cards</source>
        <translation>在这些显卡上放得下</translation>
    </message>
    <message>
        <source>With the fewest of them</source>
        <translation>所用显卡最少</translation>
    </message>
    <message>
        <source>Cheapest to rent</source>
        <translation>租用最便宜</translation>
    </message>
    <message>
        <source>What is looked for</source>
        <translation>查找的目标</translation>
    </message>
    <message>
        <source>&amp;Look for</source>
        <translation>查找(&amp;L)</translation>
    </message>
    <message>
        <source>Which card</source>
        <translation>哪种显卡</translation>
    </message>
    <message>
        <source>C&amp;ards</source>
        <translation>显卡(&amp;A)</translation>
    </message>
    <message>
        <source>× </source>
        <translation>× </translation>
    </message>
    <message>
        <source>How many of the card</source>
        <translation>该显卡的数量</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局批次</translation>
    </message>
    <message>
        <source>Sequences of an update, of all ranks: micro batch × accumulation × data-parallel ranks</source>
        <translation>一次更新的序列数，所有 rank 合计：微批次 × 累积 × 数据并行 rank</translation>
    </message>
    <message>
        <source>&amp;Global batch</source>
        <translation>全局批次(&amp;G)</translation>
    </message>
    <message>
        <source>Splits that were found, the best first</source>
        <translation>找到的拆分，最优者在前</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜索(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Use this split</source>
        <translation>采用此拆分(&amp;U)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Ruled out:</source>
        <translation>已排除：</translation>
    </message>
    <message>
        <source>&amp;Cancel the search</source>
        <translation>取消搜索(&amp;C)</translation>
    </message>
    <message>
        <source>Add a card to look for splits over some of it.</source>
        <translation>添加显卡，以查找在其中若干张上的拆分。</translation>
    </message>
    <message>
        <source>Sends least</source>
        <translation>通信量最少</translation>
    </message>
    <message>
        <source>Takes least time</source>
        <translation>用时最少</translation>
    </message>
    <message>
        <source>Costs least</source>
        <translation>费用最低</translation>
    </message>
    <message>
        <source>What stands first of those that fit</source>
        <translation>在能放下的方案中优先显示什么</translation>
    </message>
    <message>
        <source>&amp;First what</source>
        <translation>优先(&amp;F)</translation>
    </message>
</context>
<context>
    <name>plimsoll::SplitModel</name>
    <message>
        <source>one card</source>
        <translation>一张显卡</translation>
    </message>
    <message>
        <source>$%1 an hour · %2</source>
        <translation>每小时 $%1 · %2</translation>
    </message>
    <message>
        <source>%1; of the interval&apos;s upper end %2</source>
        <translation>%1；按区间上端为 %2</translation>
    </message>
    <message>
        <source>What the fullest rank leaves of its card, as the answer has it</source>
        <translation>最满的 rank 在其显卡上的余量，同答案所示</translation>
    </message>
    <message>
        <source>Cards</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Batch × steps</source>
        <translation>批次 × 步数</translation>
    </message>
    <message>
        <source>Needs, %1</source>
        <translation>所需，%1</translation>
    </message>
    <message>
        <source>Why here</source>
        <translation>排序原因</translation>
    </message>
    <message>
        <source>To spare</source>
        <translation>富余</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Ended after %1 ways of splitting; the best of these stand here.</source>
        <translation>尝试 %1 种拆分后结束；此处列出其中最优者。</translation>
    </message>
    <message>
        <source>%1 ways of splitting were tried; the best of those that fit:</source>
        <translation>已尝试 %1 种拆分；放得下的最优者：</translation>
    </message>
    <message>
        <source>None of %1 ways of splitting fits; these lack least:</source>
        <translation>%1 种拆分均放不下；差得最少的：</translation>
    </message>
    <message>
        <source>None of %1 ways of splitting can run.</source>
        <translation>%1 种拆分均无法运行。</translation>
    </message>
</context>
<context>
    <name>plimsoll::StatusLine</name>
    <message>
        <source>%1 parameters, exact</source>
        <translation>%1 个参数，精确</translation>
    </message>
    <message>
        <source>%1 parameters, approximated</source>
        <translation>%1 个参数，近似</translation>
    </message>
    <message>
        <source>estimate %1 for this kind of run</source>
        <translation>此类运行的估算 %1</translation>
    </message>
    <message>
        <source>not saved as a file</source>
        <translation>未保存为文件</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Status: %1</source>
        <translation>状态：%1</translation>
    </message>
</context>
<context>
    <name>plimsoll::SweepChart</name>
    <message>
        <source>Memory over the chosen fields</source>
        <translation>所选字段对应的内存</translation>
    </message>
</context>
<context>
    <name>plimsoll::SweepPanel</name>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>working…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Field along the chart</source>
        <translation>图表横轴的字段</translation>
    </message>
    <message>
        <source>Field up the chart</source>
        <translation>图表纵轴的字段</translation>
    </message>
    <message>
        <source>Copy as a table of bytes</source>
        <translation>复制为字节表格</translation>
    </message>
    <message>
        <source>Copy the sweep as a table</source>
        <translation>将扫描复制为表格</translation>
    </message>
    <message>
        <source>Memory over</source>
        <translation>内存随</translation>
    </message>
    <message>
        <source>and</source>
        <translation>和</translation>
    </message>
    <message>
        <source>Sweep as a table</source>
        <translation>扫描表格</translation>
    </message>
    <message>
        <source>nothing else</source>
        <translation>无其他</translation>
    </message>
    <message>
        <source>Nothing in this plan can be swept.</source>
        <translation>此方案没有可扫描的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n points; click takes one</source>
        <translation>
            <numerusform>%n 个点；单击采用其一</numerusform>
        </translation>
    </message>
    <message>
        <source> and </source>
        <translation> 和 </translation>
    </message>
</context>
<context>
    <name>plimsoll::TextDialog</name>
    <message>
        <source>The text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineCanvas</name>
    <message>
        <source>Whole step</source>
        <translation>整步</translation>
    </message>
    <message>
        <source>double click: back to the whole step</source>
        <translation>双击：回到整步</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineChart</name>
    <message>
        <source>%1 of layer %2</source>
        <translation>第 %2 层的 %1</translation>
    </message>
    <message>
        <source>Memory by phase and group</source>
        <translation>按阶段和分组的内存</translation>
    </message>
    <message>
        <source>No timeline yet.</source>
        <translation>尚无时间线。</translation>
    </message>
    <message>
        <source>Timeline of one step</source>
        <translation>一步的时间线</translation>
    </message>
</context>
<context>
    <name>plimsoll::TimelineTableModel</name>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算</translation>
    </message>
    <message>
        <source>Allocated, %1</source>
        <translation>已分配，%1</translation>
    </message>
    <message>
        <source>Largest at</source>
        <translation>最大值位于</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
</context>
<context>
    <name>plimsoll::ToolBar</name>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Compare precisions</source>
        <translation>比较精度</translation>
    </message>
    <message>
        <source>Add card</source>
        <translation>添加显卡</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Add a card or a budget (%1)</source>
        <translation>添加显卡或预算（%1）</translation>
    </message>
</context>
<context>
    <name>plimsoll::ToolExports</name>
    <message>
        <source>For another &amp;tool…</source>
        <translation>用于其他工具(&amp;T)…</translation>
    </message>
    <message>
        <source>Export for another tool</source>
        <translation>导出到其他工具</translation>
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
        <translation>方案面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Breakdown pane</source>
        <translation>明细面板(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Fold the memory chart</source>
        <translation>折叠内存图(&amp;F)</translation>
    </message>
    <message>
        <source>Charts as &amp;tables</source>
        <translation>以表格显示图表(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一个面板(&amp;N)</translation>
    </message>
</context>
<context>
    <name>plimsoll::WhyPanel</name>
    <message>
        <source>Each tensor is rounded up to 512 B.</source>
        <translation>每个张量向上取整到 512 B。</translation>
    </message>
    <message>
        <source>Alive at this moment, largest first:</source>
        <translation>此时存活的，从大到小：</translation>
    </message>
    <message>
        <source>Select a component for its formula and source.</source>
        <translation>选择一个组成部分，查看其公式和来源。</translation>
    </message>
    <message>
        <source>At %1: %2 %3 (%4)</source>
        <translation>%1 时：%2 %3（%4）</translation>
    </message>
    <message>
        <source>What it is made of at the peak:</source>
        <translation>峰值时的构成：</translation>
    </message>
    <message>
        <source>Nothing of it is alive at this moment.</source>
        <translation>此时其中没有存活的内容。</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Explanation of the selected component</source>
        <translation>所选组成部分的说明</translation>
    </message>
</context>
<context>
    <name>plimsoll::WorkingBar</name>
    <message>
        <source>Being worked out</source>
        <translation>正在计算</translation>
    </message>
</context>
</TS>
