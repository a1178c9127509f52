using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine.Experiments;

/// <summary>Stripes that the test defines.</summary>
internal sealed class FakeStripes : IStripes
{
    public List<string> Hindrances { get; } = [];

    public Dictionary<string, int?> Targets { get; } = new(StringComparer.Ordinal) { ["target 1"] = null };

    public List<string> Missing { get; } = [];

    public StripeLayout? Standing { get; private set; }

    public int Laid { get; private set; }

    public Outcome Becomes { get; set; } = new Outcome.Applied();

    /// <summary>Called when the first rule would be written.</summary>
    public Action OnLay { get; set; } = () => { };

    public ValueTask<StripesReading> ReadAsync(StripeLayout layout, CancellationToken ct) =>
        ValueTask.FromResult(
            new StripesReading([.. Hindrances], new Dictionary<string, int?>(Targets, StringComparer.Ordinal), [.. Missing])
        );

    public ValueTask<Outcome> LayAsync(StripeLayout layout, CancellationToken ct)
    {
        OnLay();
        Laid++;
        Standing = Becomes is Outcome.Applied ? layout : null;
        return ValueTask.FromResult(Becomes);
    }

    public ValueTask<IReadOnlyList<string>> ClearAsync(CancellationToken ct)
    {
        IReadOnlyList<string> done = Standing is null ? [] : ["a rule"];
        Standing = null;
        return ValueTask.FromResult(done);
    }
}
