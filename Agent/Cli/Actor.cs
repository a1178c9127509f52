namespace IwTune.Agent.Cli;

/// <summary>The person at the command line.</summary>
internal static class Actor
{
    /// <summary>Behind sudo the user who called it. A name to show, not a proof: only root can use it.</summary>
    public static string OfThisProcess() =>
        Environment.GetEnvironmentVariable("SUDO_USER") is { Length: > 0 } user ? $"{user} (sudo)" : Environment.UserName;
}
