using IwTune.Server.Hosting;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Days;

/// <summary>A host that a name meant on a day.</summary>
internal sealed class HostOfDay
{
    public string Id { get; init; } = "";
    public long EnrolledAt { get; init; }
    public long? RetiredAt { get; init; }

    /// <summary>By what people distinguish it from the others with its name.</summary>
    public override string ToString() =>
        $"{Id} enrolled {UtcInstantConverter.Text(Clock.At(EnrolledAt))}"
        + (RetiredAt is { } at ? $" and left {UtcInstantConverter.Text(Clock.At(at))}" : "");
}
