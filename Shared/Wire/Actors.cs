namespace IwTune.Shared.Wire;

/// <summary>People and programs in sentences. Tables for programs, and the audit log, have them as they are recorded.</summary>
public static class Actors
{
    /// <summary>
    /// <c>user:admin</c> reads <c>admin</c>; the other kinds keep what they are. A user of a host's own system stays as it is.
    /// </summary>
    /// <param name="actor">As the audit log writes it.</param>
    public static string Name(string actor) =>
        actor.Split(':', 2) switch
        {
            ["user", var name] => name,
            ["token", var name] => $"token {name}",
            ["host", var id] => $"host {id}",
            ["schedule", var name] => $"schedule {name}",
            ["cli", var name] => $"{name} on the server",
            _ => actor,
        };
}
