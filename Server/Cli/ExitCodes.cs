namespace IwTune.Server.Cli;

/// <summary>The same meanings as the agent's exit codes; 64 is EX_USAGE of sysexits.h.</summary>
internal static class ExitCodes
{
    public const int Fine = 0,
        Error = 1,
        Usage = 64;
}
