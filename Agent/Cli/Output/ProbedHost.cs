using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>probe --json</c> writes.</summary>
/// <param name="Host">As it was requested.</param>
/// <param name="Address">Where the connections went.</param>
/// <param name="Port">TCP port.</param>
/// <param name="Protocol">http or tls.</param>
/// <param name="Segments">Segments of the first flight.</param>
/// <param name="Verdict">What ended the flight; the number is the window only for IwLimited, else the window is at least as large.</param>
/// <param name="Exact">True when the number is the window.</param>
/// <param name="Mss">Payload of a full segment, bytes.</param>
/// <param name="Bytes">Bytes of the flight.</param>
/// <param name="RttMs">Least round-trip time, milliseconds.</param>
/// <param name="Answer">HTTP status, and where a redirection points.</param>
/// <param name="Runs">What each connection showed.</param>
/// <param name="Discarded">Why connections did not count.</param>
internal sealed record ProbedHost(
    string Host,
    string Address,
    int Port,
    string Protocol,
    int Segments,
    FlightVerdict Verdict,
    bool Exact,
    int Mss,
    long Bytes,
    double RttMs,
    string Answer,
    IReadOnlyList<FlightCount> Runs,
    IReadOnlyList<string> Discarded
)
{
    public static ProbedHost Of(RemoteWindow window)
    {
        var service = window.Service;
        return new(
            service.Host,
            service.Address.Address.ToString(),
            service.Address.Port,
            service.Tls ? "tls" : "http",
            window.Count.Segments,
            window.Count.Verdict,
            window.Count.Verdict == FlightVerdict.IwLimited,
            window.Mss,
            window.Count.Bytes,
            Math.Round(window.RttMicroseconds / 1000.0, 3),
            window.Answer,
            window.Runs,
            window.Discarded
        );
    }
}
