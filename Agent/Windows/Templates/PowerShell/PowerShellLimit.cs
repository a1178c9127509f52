namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>How long a command may take. The first one also starts the runspace and loads the module.</summary>
internal static class PowerShellLimit
{
    public const int Seconds = 60;

    public static readonly TimeSpan Span = TimeSpan.FromSeconds(Seconds);
}
