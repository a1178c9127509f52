using System.Globalization;
using System.Net;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Reads one line of a list: <c>HOST[:PORT] [/PAGE] [tls] [mss=N]</c>, the words behind the host in any order.</summary>
internal static class TargetLine
{
    private const int HttpPort = 80,
        TlsPort = 443;
    private const string MssWord = "mss=";

    /// <returns>The target, or all objections to the line, a sentence each.</returns>
    public static (SurveyTarget? Target, IReadOnlyList<string> Objections) Read(int number, ReadOnlySpan<string> words)
    {
        var objections = new List<string>();
        var service = ServiceText.Read(words[0]);
        if (service is null)
        {
            var url = words[0].Contains("://", StringComparison.Ordinal) ? " Not a URL: the page and tls are words of their own." : "";
            objections.Add(ServiceText.Objection(words[0]) + url);
        }
        string? path = null;
        int? mss = null;
        var tls = false;
        foreach (var word in words[1..])
        {
            var twice = word switch
            {
                ['/', ..] => path is not null,
                "tls" => tls,
                _ => word.StartsWith(MssWord, StringComparison.Ordinal) && mss is not null,
            };
            if (twice)
                objections.Add($"'{word}': a line has one page, one tls and one mss=N at most.");
            else if (word == "tls")
                tls = true;
            else if (Destination.IsPath(word))
                path = word;
            else if (Mss(word) is { } bytes)
                mss = bytes;
            else
                objections.Add(Objection(word));
        }
        if (tls && path is not null)
            objections.Add($"'{path}': with tls the certificates are counted and no page is asked for; leave one of them out.");
        if (service is null || objections.Count > 0)
            return (null, objections);
        return (
            new SurveyTarget(
                number,
                Canonical(service.Host),
                service.Port > 0 ? service.Port
                    : tls ? TlsPort
                    : HttpPort,
                tls,
                path ?? "/",
                mss ?? Destination.UsualMss
            ),
            []
        );
    }

    /// <summary>One spelling for one host, so that a list has it once and its history is found.</summary>
    public static string Canonical(string host) =>
        IPAddress.TryParse(host, out var address) ? address.ToString() : host.ToLowerInvariant().TrimEnd('.');

    private static int? Mss(string word) =>
        word.StartsWith(MssWord, StringComparison.Ordinal)
        && int.TryParse(word.AsSpan(MssWord.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var bytes)
        && bytes is >= Destination.LeastMss and <= Destination.MostMss
            ? bytes
            : null;

    private static string Objection(string word) =>
        word switch
        {
            ['/', ..] => $"'{word}': a page has printable ASCII characters only; write others as %xx.",
            _ when word.StartsWith(MssWord, StringComparison.Ordinal) =>
                $"'{word}': write mss= and a number of bytes from {Destination.LeastMss} to {Destination.MostMss}.",
            _ => $"'{word}' is unknown: behind the host write a page from its slash on, tls, or mss=N.",
        };
}
