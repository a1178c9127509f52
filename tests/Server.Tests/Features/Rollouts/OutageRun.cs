using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>
/// A rollout in a drawn fleet, minute by minute: check-ins get lost, and the network of all hosts fails at times. A ring that is observed
/// for long keeps the rollout where it is meanwhile.
/// </summary>
internal sealed class OutageRun : IAsyncDisposable
{
    private sealed class Machine(TestHost host)
    {
        public TestHost Host => host;
        public HeldBundle? Before { get; set; }
        public Bundle? Unconfirmed { get; set; }
        public RestoredBundle? Restored { get; set; }
        public string? Rejected { get; set; }
        public int Waited { get; set; }
        public int Missed { get; set; }
        public int Pause { get; set; }
    }

    private readonly SeededRandom _random;
    private readonly List<Machine> _machines = [];
    private readonly List<(int Begins, int Ends)> _outages = [];
    private readonly double _loss;
    private readonly int _confirm;
    private readonly bool _harms;
    private RunningServer _server = null!;
    private HttpClient _anna = null!;
    private string _id = "",
        _first = "";
    private int _minute;

    private OutageRun(ulong seed, bool harms)
    {
        _random = new SeededRandom(seed);
        _harms = harms;
        // A host that was cut off alone cannot be told from others that lost a check-in at the same time.
        _confirm = _random.Below(3);
        _loss = harms && _confirm > 0 ? 0 : 0.05 * _random.Share();
        // Each outage silences all hosts for longer than a rollout allows, or none: by what falls in between, chance chooses.
        for (var begins = 2 + _random.Below(6); begins < 80 && _outages.Count < 3; begins += 45 + _random.Below(20))
            _outages.Add((begins, begins + (_random.Below(2) == 0 ? 1 + _random.Below(3) : 12 + _random.Below(25))));
    }

    public RolloutDetail Rollout { get; private set; } = null!;

    /// <summary>What was drawn, for a failed run.</summary>
    public string Drawn =>
        $"{_machines.Count} hosts, confirm {_confirm} min, loss {_loss:0.###}, outages {string.Join(", ", _outages)}, minute {_minute}: "
        + $"{Rollout.Summary.State}, {Rollout.Summary.Sentence}";

    public static async Task<OutageRun> StartAsync(ulong seed, bool harms)
    {
        var run = new OutageRun(seed, harms);
        run._server = await RunningServer.StartAsync(with: options => options with { Approvals = 0, PollLimit = TimeSpan.FromSeconds(55) });
        run._anna = await run._server.ApiAsync();
        var hosts = await run._server.FleetAsync(run._anna, 5 + run._random.Below(5));
        run._first = hosts[0].Held!.Digest;
        run._machines.AddRange(hosts.Select(host => new Machine(host)));
        var observed = run._random.Below(3);
        RingRule[] rings = [new() { Hosts = 1 }, new() { Hosts = 3 }, new() { Percent = 100 }];
        rings[observed] = rings[observed] with { BakeSeconds = 86_400 };
        var document = run._confirm == 0 ? Api.Iw10 : $"{Api.Iw10}confirm: {run._confirm}m\n";
        run.Rollout = await run._anna.RollAsync(await run._anna.StageAsync(document), Rolling.Quick(rings));
        run._id = run.Rollout.Summary.Id;
        return run;
    }

    public async Task StepAsync()
    {
        _server.Clock.Advance(TimeSpan.FromMinutes(1));
        _minute++;
        var fails = _outages.Exists(outage => outage.Begins <= _minute && _minute < outage.Ends);
        foreach (var machine in _machines)
            await ActAsync(machine, fails);
        await _server.LookAsync();
        // A token of the tests is valid for an hour.
        if (_minute % 30 == 0)
        {
            _anna.Dispose();
            _anna = await _server.ApiAsync();
        }
        Rollout = await _anna.RolloutAsync(_id);
    }

    public async ValueTask DisposeAsync()
    {
        _anna.Dispose();
        await _server.DisposeAsync();
    }

    private async Task ActAsync(Machine machine, bool fails)
    {
        if (machine.Unconfirmed is { } taken && !await ConfirmsAsync(machine, taken, fails))
            return;
        if (fails || Harms(machine))
        {
            machine.Missed++;
            return;
        }
        // An agent pauses for up to as long as it could not reach the server.
        if (machine.Missed > 0)
            machine.Pause = _random.Below(Math.Min(machine.Missed, 14));
        machine.Missed = 0;
        if (machine.Pause > 0 && machine.Pause-- > 0 || _random.Share() < _loss)
            return;
        await CheckInAsync(machine);
    }

    private async Task CheckInAsync(Machine machine)
    {
        machine.Before = machine.Host.Held;
        using var answer = await machine.Host.CheckInAsync(rejected: machine.Rejected, restored: machine.Restored);
        if (await machine.Host.OpenAsync(answer) is not { } bundle)
            return;
        if (_confirm > 0 && bundle.Content.Revision > 1)
            (machine.Unconfirmed, machine.Waited) = (bundle, 0);
        else if (!Harms(machine))
            await machine.Host.ReportsAsync(bundle);
    }

    /// <summary>An agent tries often in the time to confirm, so that a single loss decides nothing.</summary>
    /// <returns>False while it waits.</returns>
    private async Task<bool> ConfirmsAsync(Machine machine, Bundle taken, bool fails)
    {
        if (!fails && !_harms)
        {
            (machine.Unconfirmed, machine.Restored, machine.Rejected) = (null, null, null);
            await machine.Host.ReportsAsync(taken);
            return true;
        }
        if (++machine.Waited < _confirm)
            return false;
        (machine.Unconfirmed, machine.Rejected) = (null, machine.Host.Held!.Digest);
        (machine.Host.Held, machine.Restored) = (machine.Before, new(_server.Clock.GetUtcNow(), CutOff: true));
        return true;
    }

    private bool Harms(Machine machine) => _harms && machine.Host.Held!.Digest != _first;
}
