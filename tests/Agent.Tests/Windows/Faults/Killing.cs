using IwTune.Agent.Tests.Windows.Emulated;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>
/// Kills an agent at its n-th moment. A moment is before and after every command, and at every reading of the clock, which the journal
/// reads before it writes an entry.
/// </summary>
internal sealed class Killing
{
    private readonly EmulatedHost _host;
    private int _left;

    private Killing(EmulatedHost host, int at)
    {
        (_host, _left) = (host, at);
        host.Clock.Asked = () => Count("before an entry of the journal");
        host.At = Count;
    }

    /// <summary>From now on until <see cref="Over"/>.</summary>
    public static Killing At(EmulatedHost host, int moment) => new(host, moment);

    /// <summary>Where it was killed; <see langword="null"/> when it finished before.</summary>
    public string? Where { get; private set; }

    /// <summary>Processes that start from now on are not killed.</summary>
    public void Over()
    {
        _host.Clock.Asked = () => { };
        _host.At = _ => { };
    }

    private void Count(string where)
    {
        if (--_left >= 0)
            return;
        Where ??= where;
        throw new KilledException(Where); // A dead process stays dead: every later attempt fails too.
    }
}
