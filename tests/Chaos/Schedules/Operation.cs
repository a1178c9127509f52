namespace IwTune.Chaos.Schedules;

/// <summary>Work that people and hosts do while faults happen.</summary>
internal abstract record Operation
{
    /// <summary>An administrator publishes a revision and assigns it to every host.</summary>
    /// <param name="Window">Its initcwnd, segments.</param>
    /// <param name="Confirm">Whether a host restores what it had when it cannot reach the server within ten seconds.</param>
    public sealed record Publish(int Window, bool Confirm) : Operation
    {
        public override string ToString() => $"publish initcwnd {Window}{(Confirm ? ", confirm 10s" : "")}";
    }

    /// <summary>An administrator stages a revision and starts a rollout of it, one host first.</summary>
    /// <param name="Window">Its initcwnd, segments.</param>
    public sealed record Rollout(int Window) : Operation
    {
        public override string ToString() => $"roll out initcwnd {Window}";
    }

    /// <summary>A program on a host removes the window of a default route.</summary>
    /// <param name="Host">Index of the host.</param>
    public sealed record Disturb(int Host) : Operation
    {
        public override string ToString() => $"a program on host{Host + 1} removes the window";
    }

    /// <summary>A host leaves the fleet, and joins it again.</summary>
    /// <param name="Host">Index of the host.</param>
    public sealed record LeaveAndJoin(int Host) : Operation
    {
        public override string ToString() => $"host{Host + 1} leaves and joins again";
    }

    /// <summary>An administrator replaces the signing key.</summary>
    public sealed record RotateKey : Operation
    {
        public override string ToString() => "rotate the signing key";
    }

    /// <summary>An administrator backs up the server.</summary>
    public sealed record Backup : Operation
    {
        public override string ToString() => "back up the server";
    }
}
