using IwTune.Benchmarks.Printing;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>Measures IwTune beside the programs that administrators know, prints the table, and writes it where it was asked to.</summary>
internal static class PeersRun
{
    /// <returns>0, or 1 when the comparison could not be made at all or a page could not be written.</returns>
    public static async Task<int> RunAsync(BenchOptions options)
    {
        if (Privileges.Missing is { } missing)
        {
            Console.Error.WriteLine($"nothing can be measured: {missing}");
            return 1;
        }
        Leftovers.Sweep();
        var machine = Machine.Here();
        var rows = await MeasureAsync(options);
        var comparison = new Comparison(machine, Machine.Here().Load, options.Minutes, rows);
        Console.Out.Write(comparison.Text());
        if (options.JsonFile is { } file)
            await FigureJson.WriteAsync(file, comparison);
        if (options.WriteTo is { } page && ComparisonPage.Write(page, comparison) is { } problem)
        {
            Console.Error.WriteLine(problem);
            return 1;
        }
        return 0;
    }

    private static async Task<IReadOnlyList<PeerRow>> MeasureAsync(BenchOptions options)
    {
        var peers = AllPeers.Make(options.Only).Select(peer => new PeerTrial(peer)).ToList();
        try
        {
            foreach (var peer in peers)
                await peer.StartAsync();
            Say($"resting {options.Minutes} min");
            await Task.Delay(TimeSpan.FromMinutes(options.Minutes));
            foreach (var peer in peers)
                peer.ReadMemory();
            Say("removing windows, and waiting");
            await Task.WhenAll(peers.Select(peer => peer.TryUnattendedAsync()));
            // From here on one program is measured after another.
            foreach (var peer in peers)
                await peer.MeasureRepairsAsync();
            foreach (var peer in peers)
                await peer.MeasureCommandsAsync();
            foreach (var peer in peers)
                await peer.AskAsync();
            return [.. peers.Select(peer => peer.Row)];
        }
        finally
        {
            foreach (var peer in peers)
                peer.Dispose();
        }
    }

    private static void Say(string what) => Console.Error.WriteLine($"measuring peers: {what}");
}
