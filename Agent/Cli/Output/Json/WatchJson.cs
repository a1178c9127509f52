using System.Text.Json;
using System.Text.Json.Serialization;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Cli.Output.Json;

/// <summary>What <c>watch --json</c> writes: one line per connection.</summary>
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, GenerationMode = JsonSourceGenerationMode.Serialization)]
[JsonSerializable(typeof(WatchedConnection))]
internal sealed partial class WatchJson : JsonSerializerContext;

/// <summary>
/// One connection. <c>initialCwnd</c> is null when it was not seen before it sent data; <c>routeCwnd</c> is what its route gives, null for
/// the system's default; <c>firstFlightLoss</c> is null when more than one window was sent and the loss cannot be located.
/// </summary>
internal sealed record WatchedConnection(
    DateTimeOffset At,
    string Local,
    string Remote,
    string? Target,
    int? RouteCwnd,
    int? InitialCwnd,
    int Mss,
    long? RttMicroseconds,
    long BytesSent,
    int SentAgain,
    bool? FirstFlightLoss,
    string Binding,
    bool Closed
)
{
    public static WatchedConnection Of(SeenConnection seen) =>
        new(
            seen.At,
            seen.Last.Local.ToString(),
            seen.Last.Remote.ToString(),
            seen.Target?.Id,
            seen.Target?.InitCwnd,
            seen.Fresh?.Cwnd,
            seen.Last.Mss,
            seen.Last.RttMicroseconds,
            seen.Last.BytesSent,
            seen.Last.SentAgain,
            seen.Flight.Lost,
            seen.Flight.Binding,
            seen.Closed
        );
}
