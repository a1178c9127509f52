using IwTune.Shared.Statistics;

namespace IwTune.Fuzz.Guiding;

/// <summary>The inputs that reached something new, from which the next ones are made.</summary>
internal sealed class Corpus(SeededRandom random)
{
    private readonly List<byte[]> _inputs = [];

    public int Count => _inputs.Count;

    public IReadOnlyList<byte[]> Inputs => _inputs;

    public void Add(byte[] input) => _inputs.Add(input);

    /// <summary>Half of the time one of the newest: what was reached last is known least.</summary>
    public byte[] Parent() => random.Below(2) == 0 ? Any() : _inputs[_inputs.Count - 1 - random.Below(Math.Max(1, _inputs.Count / 8))];

    public byte[] Any() => _inputs[random.Below(_inputs.Count)];
}
