using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Lab;

namespace IwTune.Benchmarks.Peers;

/// <summary>The measurements of one program, in the order in which they are called.</summary>
internal sealed class PeerTrial : IDisposable
{
    private const int Repairs = 20;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(90);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan ShortPause = TimeSpan.FromMilliseconds(1);

    private readonly IPeer peer;
    private string? unusable;
    private bool watches;

    public PeerTrial(IPeer peer)
    {
        this.peer = peer;
        if (peer.Program is { Installed: false } absent)
            unusable = absent.NotInstalled;
        var none = PeerCell.Of(unusable ?? "–");
        var version = peer.Program is { } program
            ? program.Version
            : Commands.Run(Shipped.Agent, "--version").Trim().Split(' ')[^1].Split('+')[0];
        Row = new(peer.Name, version, none, none, none, none, none, none, none, peer.Better);
    }

    public PeerRow Row { get; private set; }

    public async Task StartAsync()
    {
        if (unusable is not null)
            return;
        Say("starting");
        try
        {
            await peer.StartAsync().WaitAsync(StartLimit);
        }
        catch (Exception error)
        {
            await Console.Error.WriteLineAsync($"{peer.Name} did not start: {error}");
            unusable = $"not measured: {error.Message.Split('\n')[0].Trim()}";
            var none = PeerCell.Of(unusable);
            Row = Row with
            {
                Resident = none,
                Anonymous = none,
                Idle = none,
                Unattended = none,
                Repair = none,
                Lost = none,
                Reports = none,
            };
        }
    }

    public void ReadMemory()
    {
        if (unusable is not null)
            return;
        if (peer.Resident is not { } process)
        {
            Row = Row with { Resident = PeerCell.Of(peer.ResidentNote), Anonymous = PeerCell.Of("–") };
            return;
        }
        try
        {
            var memory = ProcessMemory.Of(process);
            Row = Row with
            {
                Resident = new(Sample.Megabytes([memory.Resident]), peer.ResidentNote),
                Anonymous = new(Sample.Megabytes([memory.Anonymous])),
            };
        }
        catch (IOException)
        {
            Row = Row with { Resident = PeerCell.Of("not measured: it ended while at rest"), Anonymous = PeerCell.Of("–") };
        }
    }

    /// <summary>Removes the window in both ways and waits each time for its return.</summary>
    public async Task TryUnattendedAsync()
    {
        if (unusable is null)
            Row = Row with { Unattended = await PeerCell.TryAsync(peer.Name, () => Task.Run(Unattended)) };
    }

    /// <summary>Many repairs: by itself when it was seen to watch, otherwise by its command.</summary>
    public async Task MeasureRepairsAsync()
    {
        if (unusable is not null || peer.Route is not { } route)
            return;
        if (!watches && peer.Repair is null)
            return;
        var lost = PeerCell.Of("–");
        var repairs = await PeerCell.TryAsync(
            peer.Name,
            async () =>
            {
                (var cell, lost) = await RepairsAsync(route, watches ? null : peer.Repair);
                return cell;
            }
        );
        Row = watches ? Row with { Unattended = repairs, Lost = lost } : Row with { Repair = repairs, Lost = lost };
    }

    public async Task MeasureCommandsAsync()
    {
        if (unusable is not null)
            return;
        Say($"`{peer.Idle.Text}`");
        Row = Row with
        {
            Idle = await PeerCell.TryAsync(
                peer.Name,
                () =>
                    Task.Run(() => new PeerCell(Interleaved.Run(peer.Idle.WarmUp, peer.Idle.Runs, peer.Idle.Run)[0], $"`{peer.Idle.Text}`"))
            ),
        };
    }

    public async Task AskAsync()
    {
        if (unusable is null)
            Row = Row with { Reports = await PeerCell.TryAsync(peer.Name, () => Task.FromResult(PeerCell.Of(peer.Reports()))) };
    }

    public void Dispose() => peer.Dispose();

    private PeerCell Unattended()
    {
        if (peer.Schedule() is { } schedule)
            return PeerCell.Of(schedule);
        var route = peer.Route!;
        var returned = new List<TimeSpan?>();
        foreach (var anew in (bool[])[false, true])
            returned.Add(route.Await(route.Disturb(anew), Patience, LongPause));
        watches = returned.TrueForAll(time => time is not null);
        return PeerCell.Of(
            watches ? "yes"
            : returned.TrueForAll(time => time is null) ? $"no, not within {Patience.TotalSeconds:0} s"
            : $"only one of replace and delete-and-add within {Patience.TotalSeconds:0} s"
        );
    }

    private async Task<(PeerCell Repairs, PeerCell Lost)> RepairsAsync(DisturbedRoute route, PeerCommand? command)
    {
        Say(command is null ? "repairs by itself" : $"repairs by `{command.Text}`");
        var times = new List<TimeSpan>();
        IReadOnlyList<string> lost = [];
        // The first one does not count.
        for (var i = -1; i < (command?.Runs ?? Repairs); i++)
        {
            // A change falls at a random time within a watcher's pauses.
            await Task.Delay(Random.Shared.Next(50, 350));
            var since = route.Disturb(anew: i % 2 == 0);
            var run = Task.CompletedTask;
            if (command is not null)
            {
                since = Stopwatch.StartNew();
                run = Task.Run(command.Run);
            }
            var took = route.Await(since, Patience, ShortPause);
            await run;
            if (took is not { } time)
                throw new BenchException($"the window was not there {Patience.TotalSeconds:0} s after the start");
            lost = RouteUnderTest.Lost(route.Space);
            if (i >= 0)
                times.Add(time);
        }
        return (
            new(Sample.Milliseconds(times), command is null ? "yes:" : $"`{command.Text}`"),
            PeerCell.Of(lost.Count == 0 ? "nothing" : string.Join(", ", lost))
        );
    }

    private void Say(string what) => Console.Error.WriteLine($"measuring peers: {peer.Name}: {what}");
}
