using System.Runtime.InteropServices;

namespace IwTune.Agent.Ports;

/// <summary>Connections in passes: the present ones, and those that ended since the last pass. For one caller at a time.</summary>
public interface IConnectionFeed : IDisposable
{
    /// <summary>What this process cannot see, as a sentence; empty when it sees all.</summary>
    string Lacking { get; }

    /// <summary>One pass. Connections are passed on as they come and not kept, so that a host may have very many.</summary>
    /// <param name="open">Gets each that exists now.</param>
    /// <param name="closed">Gets each whose end was reported since the last pass, before the open ones.</param>
    /// <param name="freshOnly">True to get only the open ones that have sent nothing yet, which costs less.</param>
    /// <returns>The result.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    ConnectionPass Read(Action<Connection> open, Action<Connection> closed, bool freshOnly = false);

    /// <summary>
    /// Only the ends since the last pass, and whether connections have begun since the last <see cref="Read"/>: costs nearly nothing when
    /// there are none.
    /// </summary>
    /// <param name="closed">As in <see cref="Read"/>.</param>
    /// <returns>The result.</returns>
    /// <exception cref="TunerUnavailableException">The kernel cannot be asked now.</exception>
    ConnectionPass ReadEnds(Action<Connection> closed);

    /// <summary>Which target serves a connection.</summary>
    /// <returns>
    /// <see langword="null"/> for one that no target serves: to the host itself, or to a peer that is not reached any more.
    /// </returns>
    ServingTarget? TargetOf(Connection connection);

    /// <summary>Forgets which target serves which peer; call it from time to time, and whenever routes changed.</summary>
    void ForgetTargets();
}

/// <summary>The result of one pass over the connections.</summary>
/// <param name="Lost">True when the ends of some were lost because there were too many.</param>
/// <param name="Cost">CPU time it took, including the work for each connection.</param>
/// <param name="Begun">True when connections began that this pass did not read, or when that cannot be known.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ConnectionPass(bool Lost, TimeSpan Cost, bool Begun = false);
