namespace IwTune.Agent.Cli.Output;

/// <summary>Sentences that many rows share: the row has a number, the sentence is printed once below.</summary>
internal sealed class Footnotes
{
    private readonly List<string> _sentences = [];

    /// <summary>The mark for a sentence; empty for an empty one.</summary>
    public string Mark(string sentence)
    {
        if (sentence.Length == 0)
            return "";
        var at = _sentences.IndexOf(sentence);
        if (at < 0)
        {
            at = _sentences.Count;
            _sentences.Add(sentence);
        }
        return $" [{at + 1}]";
    }

    public void Write(Terminal terminal)
    {
        for (var i = 0; i < _sentences.Count; i++)
            terminal.Say(terminal.Paint(Ink.Quiet, $"[{i + 1}] {_sentences[i]}"));
    }
}
