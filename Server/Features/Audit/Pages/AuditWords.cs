namespace IwTune.Server.Features.Audit.Pages;

/// <summary>How the log's words read in a table.</summary>
internal static class AuditWords
{
    /// <summary><c>user:admin</c> reads <c>admin</c>; the other kinds keep what they are.</summary>
    public static string Actor(string actor) => actor.Split(':', 2) switch
    {
        ["user", var name] => name,
        ["token", var name] => $"token {name}",
        ["host", var id] => $"host {id}",
        ["cli", var name] => $"{name} on the server",
        _ => actor,
    };
}
