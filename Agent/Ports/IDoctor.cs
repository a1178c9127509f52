namespace IwTune.Agent.Ports;

/// <summary>Checks everything on a host that decides, limits or undoes its first flights, including the windows themselves.</summary>
public interface IDoctor
{
    /// <summary>The names of all checks, in their order.</summary>
    IReadOnlyList<string> Checks { get; }

    /// <summary>
    /// Reads the host and judges it. Changes nothing and needs no privilege; what cannot be read is reported as not known, with the reason.
    /// </summary>
    /// <param name="agent">What a running agent has seen, which the host itself does not show.</param>
    /// <param name="ct">Stops between two readings.</param>
    /// <returns>One diagnosis for each check, ordered by group.</returns>
    /// <exception cref="TunerUnavailableException">The routes cannot be read at all; try again later.</exception>
    ValueTask<IReadOnlyList<Diagnosis>> ExamineAsync(AgentView agent, CancellationToken ct);
}
