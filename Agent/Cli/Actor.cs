namespace IwTune.Agent.Cli;

/// <summary>The person at the command line.</summary>
internal static class Actor
{
    /// <summary>Behind sudo it is who called it. A name for people to ask, not a proof: only root gets as far as using it.</summary>
    public static string OfThisProcess() =>
        Environment.GetEnvironmentVariable("SUDO_USER") is { Length: > 0 } user ? $"{user} (sudo)" : Environment.UserName;
}
