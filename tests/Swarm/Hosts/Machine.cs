using IwTune.Agent.Ports;

namespace IwTune.Swarm.Hosts;

/// <summary>The simulated system below one agent: it outlives the agent's restarts.</summary>
internal abstract class Machine : IHostFacts
{
    protected Machine(HostIdentity identity) => Identity = identity;

    /// <summary>Its current properties.</summary>
    public HostIdentity Identity { get; protected set; }

    /// <summary>The source of production connections; <see langword="null"/> where the product cannot observe any.</summary>
    public virtual IConnections? Connections => null;

    /// <summary>Opens a tuner like a new process of the agent.</summary>
    public abstract ITuner Open();

    /// <summary>It boots: everything that only the kernel remembered is gone.</summary>
    public abstract void Reboot(string bootId);

    /// <summary>The window that new connections get by default, segments; <see langword="null"/> when it is the system's own.</summary>
    public abstract int? Window { get; }

    /// <inheritdoc/>
    public IwTune.Shared.Wire.HostFacts Read() => Identity.Facts;
}
