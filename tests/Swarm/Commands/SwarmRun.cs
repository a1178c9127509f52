using System.Diagnostics;
using System.Globalization;
using IwTune.Swarm.Running;

namespace IwTune.Swarm.Commands;

/// <summary>One run of the program: enrols, runs, carries out orders, and prints its observations.</summary>
internal sealed class SwarmRun(Arguments arguments)
{
    private static readonly TimeSpan SayEvery = TimeSpan.FromSeconds(10);

    private readonly long _start = Stopwatch.GetTimestamp();

    public async Task<int> RunAsync(CancellationToken ct)
    {
        var idle = Cpu();
        await using var swarm = SimulatedHosts.Of(arguments.Swarm with { Warned = arguments.Verbose ? Say : _ => { } });
        swarm.Publications.Reached = (spread, percent) =>
            Say(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{spread.Name}: {percent} % of the hosts after {Stopwatch.GetElapsedTime(spread.First).TotalSeconds:0.0} s"
                )
            );
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(ct);
        try
        {
            var problems = await swarm.JoinAsync(stop.Token);
            foreach (var (problem, count) in problems)
                Say($"{count} hosts did not enrol: {problem}");
            var joined = swarm.Hosts.Count(host => host.Member);
            Say(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{joined} hosts enrolled; {(Cpu() - idle).TotalMilliseconds / Math.Max(1, joined):0.0} ms of processor time each"
                )
            );
            if (joined == 0)
                return 1;
            if (arguments.For is { } live)
                stop.CancelAfter(live);
            await Task.WhenAll([
                TellAsync(swarm, stop.Token),
                ReadAsync(swarm, stop),
                .. arguments.Orders.Select(order => LaterAsync(swarm, order, stop.Token)),
            ]);
        }
        catch (OperationCanceledException) { }
        Conclude(swarm);
        return 0;
    }

    private async Task TellAsync(SimulatedHosts swarm, CancellationToken ct)
    {
        var (before, cpu) = (0L, Cpu());
        while (true)
        {
            await Task.Delay(SayEvery, ct);
            var (now, used) = (swarm.Counts.CheckIns, Cpu());
            Say(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{swarm.Hosts.Count(host => host.Member)} hosts, {(now - before) / SayEvery.TotalSeconds:0.0} check-ins/s, "
                        + $"{swarm.Counts.Bundles} bundles, {swarm.Counts.Reports} posts of reports, {(used - cpu) / SayEvery:0.0 %} of "
                        + $"a processor{Errors(swarm)}"
                )
            );
            (before, cpu) = (now, used);
        }
    }

    private async Task ReadAsync(SimulatedHosts swarm, CancellationTokenSource stop)
    {
        // Reading the console blocks and cannot be cancelled: apart, so that a silent pipe holds up neither orders nor the end.
        while (await Task.Run(Console.In.ReadLine, stop.Token).WaitAsync(stop.Token) is { } line)
        {
            if (line.Trim() == "quit")
                await stop.CancelAsync();
            else if (line.Trim().Length > 0)
                Say(await Orders.RunAsync(swarm, line, stop.Token));
        }
    }

    private async Task LaterAsync(SimulatedHosts swarm, (TimeSpan At, string Order) order, CancellationToken ct)
    {
        await Task.Delay(order.At, ct);
        Say(await Orders.RunAsync(swarm, order.Order, ct));
    }

    private void Conclude(SimulatedHosts swarm)
    {
        using var process = Process.GetCurrentProcess();
        var (seconds, hosts) = (Stopwatch.GetElapsedTime(_start).TotalSeconds, swarm.Hosts.Count(host => host.Member));
        Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{hosts} hosts, {seconds:0} s: {swarm.Counts.CheckIns} check-ins, {swarm.Counts.Bundles} bundles, "
                    + $"{swarm.Counts.Reports} posts of reports with {swarm.Counts.ReportBytes / 1024} KiB{Errors(swarm)}"
            )
        );
        Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{process.WorkingSet64 / 1024 / Math.Max(1, hosts)} KiB of memory a host, "
                    + $"{process.TotalProcessorTime.TotalMilliseconds / Math.Max(1, hosts):0.0} ms of processor time a host in all"
            )
        );
        foreach (var spread in swarm.Publications.All)
            Say(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{spread.Name}: {spread.Holding} hosts hold it; half {Seconds(spread.Half)}, 99 % {Seconds(spread.Nearly)}"
                )
            );
    }

    private static string Seconds(TimeSpan? span) =>
        span is { } reached ? string.Create(CultureInfo.InvariantCulture, $"after {reached.TotalSeconds:0.0} s") : "never";

    private static string Errors(SimulatedHosts swarm) =>
        swarm.Counts.Errors.Count == 0
            ? ""
            : "; errors: "
                + string.Join(
                    ", ",
                    swarm.Counts.Errors.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => $"{one.Key} {one.Value}")
                );

    private static TimeSpan Cpu()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }

    private void Say(string text) =>
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{Stopwatch.GetElapsedTime(_start).TotalSeconds, 7:0.0} s  {text}"));
}
