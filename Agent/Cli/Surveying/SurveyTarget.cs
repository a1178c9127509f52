using System.Net;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>One line of a list: the service that is asked, and for what.</summary>
/// <param name="Line">Its number in the list, from 1.</param>
/// <param name="Host">Name or address, in lower case.</param>
/// <param name="Port">TCP port.</param>
/// <param name="Tls">True to count a certificate flight, false to count a page.</param>
/// <param name="Path">The page.</param>
/// <param name="Mss">Maximum segment size to announce, bytes.</param>
internal sealed record SurveyTarget(int Line, string Host, int Port, bool Tls, string Path, int Mss)
{
    /// <summary>As people write it: <c>www.example.org:443</c>.</summary>
    public string Service => Reading(DateTimeOffset.UnixEpoch).Service();

    /// <summary>What is measured at its address.</summary>
    public Destination At(IPEndPoint address) => new(Host, address, Tls, Path, Mss);

    /// <summary>A reading without a result.</summary>
    public SurveyReading Reading(DateTimeOffset taken) =>
        new()
        {
            Host = Host,
            Port = Port,
            Tls = Tls,
            Taken = taken,
        };
}
