namespace IwTune.Agent.Cli;

/// <summary>What was asked makes no sense as it stands; nothing was done. The message holds every problem, one a line.</summary>
public sealed class UsageException : Exception
{
    public UsageException()
    {
    }

    public UsageException(string message)
        : base(message)
    {
    }

    public UsageException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
