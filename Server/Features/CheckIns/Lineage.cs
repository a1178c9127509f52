using System.Numerics;

namespace IwTune.Server.Features.CheckIns;

/// <summary>
/// Distinguishes one host from two. Every run of an agent has its own id, and a counter on disk that only grows numbers its check-ins.
/// Anything that one machine can do is accepted: a restart, a lost counter, a repeated request, two late requests of a run that ended. One
/// machine cannot continue an old run after a newer one has begun. Only the order of check-ins counts, so no clock can mislead it.
/// </summary>
public sealed class Lineage
{
    /// <summary>Requests that one run can have in progress when it ends: an abandoned call, and the one after it.</summary>
    public const int LateMost = 2;

    /// <summary>
    /// Check-ins of one run, with none of another between, after which a host that went back counts as one machine again.
    /// </summary>
    public const int Quiet = 8;

    private const int Kept = 8,
        InARow = 4,
        Window = 0xffff;
    private readonly List<AgentRun> _runs = [];
    private long _highest,
        _ordinal;
    private int _quiet,
        _lower;
    private bool _wentBack;

    /// <summary>Goes on from the counter that the store has.</summary>
    public void Begin(long counter) => _highest = counter;

    /// <summary>Takes a check-in in.</summary>
    public LineageFinding Take(Sighting now)
    {
        var run = _runs.Find(one => one.Id == now.Run) ?? Add(now);
        if (run.Seen > 0 && now.Counter == run.Counter && now.Nonce == run.Nonce)
            return LineageFinding.Nothing; // The very same request once more.
        run.Latest = ++_ordinal;
        run.Seen++;
        // A run that was seen no more often may consist of late requests of one that ended.
        if (_runs.FindLast(one => one.Seen > LateMost) is { } newest && _runs.IndexOf(newest) > _runs.IndexOf(run))
            return OfEarlier(run, newest, now);
        return run.Seen == 1 ? LineageFinding.Nothing : OfNewest(run, now);
    }

    private AgentRun Add(Sighting now)
    {
        _ordinal++;
        // The store's number may be of this very run, where this server was started meanwhile.
        var back = _runs.Count == 0 ? now.Counter < _highest : now.Counter <= _highest;
        var run = new AgentRun(now, _runs.FindLast(one => one.Boot == now.Boot)?.BootOrdinal ?? _ordinal, back);
        _runs.Add(run);
        if (_runs.Count > Kept)
            _runs.Remove(_runs.Take(Kept).MinBy(one => one.Latest)!);
        (_quiet, _lower) = (0, 0);
        _highest = Math.Max(_highest, now.Counter);
        return run;
    }

    private LineageFinding OfNewest(AgentRun run, Sighting now)
    {
        if (now.Counter == run.Counter)
        {
            return now.Nonce is not null && run.Nonce is not null
                ? new LineageFinding.Twice($"Check-in number {now.Counter} came twice and differed: two machines run copies of one agent.")
                : LineageFinding.Nothing;
        }
        _lower = ((_lower << 1) | (now.Counter < run.Counter ? 1 : 0)) & Window;
        if (now.Counter > run.Counter)
            return Forward(run, now);
        if ((_lower & ((1 << InARow) - 1)) == (1 << InARow) - 1)
        {
            (run.Counter, run.Nonce, _lower) = (now.Counter, now.Nonce, 0);
            return Back(now.Counter);
        }
        if (BitOperations.PopCount((uint)_lower) < InARow)
            return LineageFinding.Nothing;
        _lower = 0;
        return new LineageFinding.Twice(
            $"Check-in numbers of one run go up and down, now {now.Counter} after {run.Counter}: two machines run copies of one agent."
        );
    }

    private LineageFinding Forward(AgentRun run, Sighting now)
    {
        (run.Counter, run.Nonce) = (now.Counter, now.Nonce);
        if (run.Seen == LateMost + 1 && run.CameBack)
            return Back(now.Counter);
        _highest = Math.Max(_highest, now.Counter);
        if (++_quiet < Quiet || !_wentBack)
            return LineageFinding.Nothing;
        _wentBack = false;
        return new LineageFinding.Alone();
    }

    /// <summary>A run that a newer one has replaced: late requests, or another machine that continues.</summary>
    private LineageFinding OfEarlier(AgentRun run, AgentRun newest, Sighting now)
    {
        _quiet = 0;
        (run.Counter, run.Nonce) = (Math.Max(run.Counter, now.Counter), now.Nonce);
        if (++run.Returns <= LateMost)
            return LineageFinding.Nothing;
        // The age of a machine whose agent was restarted is that of its boot.
        var (older, younger) = newest.BootOrdinal < run.BootOrdinal ? (newest, run) : (run, newest);
        _runs.Remove(younger);
        (_highest, _wentBack, older.Returns) = (older.Counter, false, 0);
        return new LineageFinding.Two(
            older,
            younger,
            $"Agents of boot {Short(older.Boot)} at {older.Address} and of boot {Short(younger.Boot)} at {younger.Address} check in "
                + "alternately: two machines have this identity."
        );
    }

    private LineageFinding.WentBack Back(long counter)
    {
        var before = _highest;
        (_highest, _wentBack, _quiet) = (counter, true, 1);
        return new LineageFinding.WentBack(
            $"Its check-in number went back from {before} to {counter}: it was restored from a snapshot, copied, or lost its counter."
        );
    }

    private static string Short(string bootId) => bootId.Length > 8 ? bootId[..8] : bootId;
}
