namespace IwTune.Agent.Ports;

/// <summary>Connections in passes: those there are now, and those that ended since the last pass. For one caller at a time.</summary>
public interface IConnectionFeed : IDisposable
{
    /// <summary>What this process cannot see, as a sentence; empty when it sees all.</summary>
    string Lacking { get; }

    /// <summary>One pass. Connections are handed on as they come and not kept, so that a host may have very many.</summary>
    /// <param name="open">Gets each that exists now.</param>
    /// <param name="closed">Gets each whose end was told since the last pass, before the open ones.</param>
    /// <param name="freshOnly">True to be handed only those open ones that have sent nothing yet, which costs less.</param>
    /// <returns>What it came to.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    ConnectionPass Read(Action<Connection> open, Action<Connection> closed, bool freshOnly = false);

    /// <summary>Which target serves a connection.</summary>
    /// <returns>
    /// <see langword="null"/> for one that no target serves: to the host itself, or to a peer that is not reached any more.
    /// </returns>
    ServingTarget? TargetOf(Connection connection);

    /// <summary>Forgets which targets serve whom; call it now and then, and whenever routes changed.</summary>
    void ForgetTargets();
}
