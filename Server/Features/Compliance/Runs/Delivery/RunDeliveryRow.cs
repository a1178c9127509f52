using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Compliance.Runs.Delivery;

/// <summary>A stored delivery of a run's file.</summary>
internal sealed class RunDeliveryRow
{
    public string Id { get; init; } = "";
    public string RunId { get; init; } = "";
    public string Target { get; init; } = "";
    public string State { get; init; } = "";
    public long Tries { get; init; }
    public long? EndedAt { get; init; }
    public string Answer { get; init; } = "";

    public RunDelivery View() => new(DeliveryTarget.Address(Target) ?? Target, Enum.Parse<DeliveryState>(State), Clock.At(EndedAt), Answer);
}
