using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Server.Features.Traffic;

/// <summary>Connections over one target of one host, as the store has them.</summary>
internal sealed class TrafficRow
{
    public string HostId { get; init; } = "";
    public long Day { get; init; }
    public string TargetId { get; init; } = "";
    public long Since { get; init; }
    public long Until { get; init; }
    public bool Sampled { get; init; }
    public string Profile { get; init; } = "";

    public TrafficTime Time =>
        new(Clock.At(Since), Clock.At(Until), Sampled, JsonSerializer.Deserialize(Profile, AdministrationJson.Default.TrafficProfile)!);
}
