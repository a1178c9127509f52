namespace IwTune.Server.Cli;

/// <summary>Who works on the command line, as the audit log writes it. Under sudo the person, not root.</summary>
internal static class CommandLineUser
{
    public static string Actor => $"cli:{Environment.GetEnvironmentVariable("SUDO_USER") ?? Environment.UserName}";
}
