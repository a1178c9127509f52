namespace IwTune.Server.Console;

/// <summary>Who did something, as people say it.</summary>
internal static class Actors
{
    /// <summary><c>user:admin</c> reads <c>admin</c>; the other kinds keep what they are.</summary>
    public static string Name(string actor) =>
        actor.Split(':', 2) switch
        {
            ["user", var name] => name,
            ["token", var name] => $"token {name}",
            ["host", var id] => $"host {id}",
            ["cli", var name] => $"{name} on the server",
            _ => actor,
        };
}
