namespace IwTune.Agent.Local;

/// <summary>The agent's log: plain lines on stderr, where systemd, a container and a person at a terminal all look.</summary>
/// <param name="writer">Where the lines go.</param>
/// <param name="levels">True to mark each line with its level in the way sd-daemon(3) describes: <c>&lt;4&gt;</c> for a warning.</param>
public sealed class Log(TextWriter writer, bool levels = false)
{
    private readonly TextWriter lines = TextWriter.Synchronized(writer);

    /// <summary>The log of this process; marked with levels when stderr goes to the journal.</summary>
    public static Log ToStderr() => new(Console.Error, Environment.GetEnvironmentVariable("JOURNAL_STREAM") is not null);

    /// <summary>Says what happened.</summary>
    public void Say(string sentence) => Write("<6>", sentence);

    /// <summary>Says what somebody should look at.</summary>
    public void Warn(string sentence) => Write("<4>", sentence);

    private void Write(string level, string sentence) =>
        lines.WriteLine((levels ? level : "") + sentence.ReplaceLineEndings(" "));
}
