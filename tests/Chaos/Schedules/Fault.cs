using System.Globalization;

namespace IwTune.Chaos.Schedules;

/// <summary>What goes wrong during a step.</summary>
internal abstract record Fault
{
    /// <summary>SIGKILL to the server, which starts again after a while.</summary>
    public sealed record KillServer(TimeSpan Away) : Fault
    {
        public override string ToString() => $"kill the server, away {Seconds(Away)}";
    }

    /// <summary>SIGKILL to the database beside the server and to all its sessions; it starts again after a while.</summary>
    public sealed record KillDatabase(TimeSpan Away) : Fault
    {
        public override string ToString() => $"kill the database, away {Seconds(Away)}";
    }

    /// <summary>SIGKILL to the server, and its latest backup replaces its data.</summary>
    public sealed record RestoreServer : Fault
    {
        public override string ToString() => "kill the server, restore its backup";
    }

    /// <summary>SIGKILL to an agent, which starts again after a while.</summary>
    public sealed record KillAgent(int Host, TimeSpan Away) : Fault
    {
        public override string ToString() => $"kill the agent of host{Host + 1}, away {Seconds(Away)}";
    }

    /// <summary>An agent is started again and killed before its Nth system call that leaves a trace.</summary>
    public sealed record KillAtCall(int Host, int Call) : Fault
    {
        public override string ToString() => $"restart the agent of host{Host + 1}, kill it before call {Call}";
    }

    /// <summary>
    /// An agent is started again and killed before its Nth system call on one file: between the steps that replace it, say.
    /// </summary>
    public sealed record KillAtFile(int Host, StateFile File, int Call) : Fault
    {
        public override string ToString() => $"restart the agent of host{Host + 1}, kill it before call {Call} on its {Described(File)}";
    }

    /// <summary>
    /// An agent is started again and killed before its Nth flush; then the end of the file that it was about to flush is cut off, as a
    /// power failure may leave it.
    /// </summary>
    /// <param name="Host">Index of the host.</param>
    /// <param name="Flush">From 1.</param>
    /// <param name="Kept">The share of the last line that is kept, per mille.</param>
    public sealed record TearWrite(int Host, int Flush, int Kept) : Fault
    {
        public override string ToString() =>
            $"restart the agent of host{Host + 1}, cut power before flush {Flush}, {Kept / 10.0:0.0} % of the last line kept";
    }

    /// <summary>An agent is started again, and one of its flushes fails with EIO.</summary>
    public sealed record FlushFails(int Host, int Flush) : Fault
    {
        public override string ToString() => $"restart the agent of host{Host + 1}, its flush {Flush} fails";
    }

    /// <summary>SIGKILL to an agent; before it starts again, its host's routes are made anew without windows, as at boot.</summary>
    public sealed record Reboot(int Host) : Fault
    {
        public override string ToString() => $"kill the agent of host{Host + 1}, make its routes anew";
    }

    /// <summary>The disk of a host's agent is full for a while.</summary>
    public sealed record DiskFull(int Host, TimeSpan For) : Fault
    {
        public override string ToString() => $"the disk of host{Host + 1} is full for {Seconds(For)}";
    }

    /// <summary>The clock of a host is wrong by a day for a while; time goes on at its usual pace.</summary>
    /// <param name="Host">Index of the host.</param>
    /// <param name="Ahead">True for a day ahead, false for a day behind.</param>
    /// <param name="For">Until it is set right again.</param>
    public sealed record ClockJump(int Host, bool Ahead, TimeSpan For) : Fault
    {
        public override string ToString() => $"the clock of host{Host + 1} is a day {(Ahead ? "ahead" : "behind")} for {Seconds(For)}";
    }

    /// <summary>The clock of the server is wrong by a day for a while.</summary>
    public sealed record ServerClockJump(bool Ahead, TimeSpan For) : Fault
    {
        public override string ToString() => $"the server's clock is a day {(Ahead ? "ahead" : "behind")} for {Seconds(For)}";
    }

    /// <summary>The network between the agents and the server is broken for a while.</summary>
    public sealed record BreakLink(LinkState State, TimeSpan For) : Fault
    {
        public override string ToString() => $"the network {Described(State)} for {Seconds(For)}";
    }

    private static string Described(LinkState state) =>
        state switch
        {
            LinkState.Silent => "carries nothing",
            LinkState.Refusing => "resets connections",
            LinkState.LosingAnswers => "delivers requests and loses the answers",
            LinkState.Reordering => "delivers requests after later ones",
            _ => "delays everything by 400 ms",
        };

    private static string Described(StateFile file) =>
        file switch
        {
            StateFile.Journal => "journal",
            StateFile.Bundles => "stored bundles",
            _ => "bookmark of reports",
        };

    private static string Seconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalSeconds:0.0} s");
}
