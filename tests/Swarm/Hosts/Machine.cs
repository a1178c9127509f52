using IwTune.Agent.Ports;

namespace IwTune.Swarm.Hosts;

/// <summary>The simulated system below one agent: it outlives the agent's restarts.</summary>
internal abstract class Machine : IHostFacts
{
    protected Machine(HostIdentity identity) => Identity = identity;

    /// <summary>What it is now.</summary>
    public HostIdentity Identity { get; protected set; }

    /// <summary>Where production connections are seen; <see langword="null"/> where the product sees none.</summary>
    public virtual IConnections? Connections => null;

    /// <summary>As a new process of the agent would have it.</summary>
    public abstract ITuner Open();

    /// <summary>It boots: what only the kernel remembered is gone.</summary>
    public abstract void Reboot(string bootId);

    /// <summary>The window that new connections get by default, segments; <see langword="null"/> when it is the system's own.</summary>
    public abstract int? Window { get; }

    /// <inheritdoc/>
    public IwTune.Shared.Wire.HostFacts Read() => Identity.Facts;
}
