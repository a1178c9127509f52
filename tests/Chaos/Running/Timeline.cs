using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace IwTune.Chaos.Running;

/// <summary>What was done and seen during a run, with times.</summary>
internal sealed class Timeline
{
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly StringBuilder text = new();
    private readonly List<string> findings = [];

    /// <summary>Everything, a line each.</summary>
    public string Text
    {
        get
        {
            lock (text)
                return text.ToString();
        }
    }

    /// <summary>What must not happen and did.</summary>
    public IReadOnlyList<string> Findings
    {
        get
        {
            lock (text)
                return [.. findings];
        }
    }

    public void Note(string what)
    {
        lock (text)
            text.Append(
                CultureInfo.InvariantCulture,
                $"{clock.Elapsed.TotalSeconds, 7:0.00}  {what.TrimEnd().ReplaceLineEndings("\n         ")}\n"
            );
    }

    public void Find(string what)
    {
        Note($"FOUND  {what}");
        lock (text)
            findings.Add(what);
    }
}
