using System.Globalization;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Measuring;

/// <summary>
/// The times of calls beside a fleet, by curl over one connection: in a process of its own, because the hosts' process stops for its own
/// garbage collections.
/// </summary>
internal static class OtherCalls
{
    private const int PerSecond = 5;

    /// <param name="server">A server that knows <see cref="SeededHost.Extra"/>.</param>
    /// <param name="seconds">For how long.</param>
    /// <returns>Milliseconds of each call.</returns>
    /// <exception cref="LabException">curl is missing, or cannot call the server.</exception>
    /// <exception cref="BenchException">A call was refused.</exception>
    public static async Task<IReadOnlyList<double>> MeasureAsync(MeasuredServer server, int seconds)
    {
        var host = SeededHost.Extra;
        var output = await Task.Run(() =>
            Commands.Run(
                "curl",
                "--silent",
                "--show-error",
                "--cacert",
                Path.Combine(server.Data, "ca.pem"),
                "--header",
                $"Authorization: {AgentPaths.HostScheme} {host.Id}.{host.Secret}",
                "--rate",
                $"{PerSecond * 60}/m",
                "--write-out",
                @"%{http_code} %{time_total}\n",
                $"{new Uri(server.Url, AgentPaths.Ping)}?call=[1-{seconds * PerSecond}]"
            )
        );
        // The first one connects, too.
        return [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1).Select(Milliseconds)];
    }

    private static double Milliseconds(string line) =>
        line.Split(' ') is ["204", var time]
            ? 1000 * double.Parse(time, CultureInfo.InvariantCulture)
            : throw new BenchException($"a call beside the fleet was answered with {line}");
}
