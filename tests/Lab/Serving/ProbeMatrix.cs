using System.Diagnostics;
using System.Globalization;
using System.Text.Json.Nodes;

namespace IwTune.Lab.Serving;

/// <summary>
/// Every window at every round-trip time with every congestion control over both protocols, read by the real <c>iwtune probe</c>. It takes
/// most of an hour; <c>--rtt</c>, <c>--iw</c> and <c>--cc</c> choose parts of it.
/// </summary>
public static class ProbeMatrix
{
    private static readonly int[] Windows = [1, 2, 3, 4, 10, 16, 20, 30, 32, 44, 64, 100];
    private static readonly int[] RoundTrips = [0, 7, 33, 100, 255];
    private static readonly string[] Controls = ["cubic", "reno", "bbr"];

    /// <returns>0 when every reading was exact.</returns>
    public static int Run(IReadOnlyList<string> arguments)
    {
        var (read, wrong) = (0, 0);
        using var certificate = Certificates.OfSize(80_000);
        foreach (var rtt in Chosen(arguments, "--rtt", RoundTrips, Number))
        {
            using var path = new RemotePath(TimeSpan.FromMilliseconds(rtt));
            foreach (var control in Chosen(arguments, "--cc", Controls, word => word))
            {
                using var http = PageServer.Listen(path.Server, 80, control, new Page(200_000));
                using var tls = PageServer.Listen(path.Server, 443, control, new Page(200_000), certificate);
                foreach (var window in Chosen(arguments, "--iw", Windows, Number))
                {
                    path.StartWith(window);
                    foreach (var protocol in new[] { "http", "tls" })
                    {
                        read++;
                        if (!Read(path, rtt, control, window, protocol))
                            wrong++;
                    }
                }
            }
        }
        Console.WriteLine($"{read} readings, {wrong} not exact");
        return wrong == 0 ? 0 : 1;
    }

    private static bool Read(RemotePath path, int rtt, string control, int window, string protocol)
    {
        var took = Stopwatch.StartNew();
        string[] by = protocol == "tls" ? ["--tls"] : [];
        var said = path.Client.TryExec(Binaries.Agent, ["probe", RemotePath.At(80).Address.ToString(), "--json", .. by]);
        var answer = said.ExitCode == 0 ? JsonNode.Parse(said.Output)! : null;
        var exact = answer is not null && (int)answer["segments"]! == window && (string)answer["verdict"]! == "IwLimited";
        var found = answer is null
            ? said.Error.Trim()
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{answer["segments"]} {answer["verdict"]}, rtt {answer["rttMs"]} ms, not counted: {answer["discarded"]!.ToJsonString()}"
            );
        Console.WriteLine(
            $"{(exact ? "exact" : "WRONG")}  {rtt, 3} ms {control, -5} {protocol, -4} iw {window, 3}: {found} "
                + $"({took.Elapsed.TotalSeconds:0.0} s)"
        );
        return exact;
    }

    private static int Number(string word) => int.Parse(word, CultureInfo.InvariantCulture);

    private static IEnumerable<T> Chosen<T>(IReadOnlyList<string> arguments, string name, T[] all, Func<string, T> parse) =>
        arguments.SkipWhile(word => word != name).Skip(1).FirstOrDefault()?.Split(',').Select(parse) ?? all;
}
