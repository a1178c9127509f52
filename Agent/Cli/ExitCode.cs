namespace IwTune.Agent.Cli;

/// <summary>What scripts can rely on.</summary>
internal static class ExitCode
{
    public const int Fine = 0;
    public const int Error = 1;

    /// <summary>Changes are pending, or the host is not what the policy says.</summary>
    public const int Differs = 2;

    /// <summary>This host cannot do it.</summary>
    public const int Unsupported = 3;

    /// <summary>The daemon or the server was not reached.</summary>
    public const int Unreachable = 4;

    public const int Permission = 5;

    /// <summary>The command line or a policy is wrong; nothing was done. EX_USAGE of sysexits.h.</summary>
    public const int Usage = 64;
}
