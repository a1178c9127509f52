namespace IwTune.Agent.Cli.Output;

/// <summary>Writes many lines as a few pieces: the system call of each piece costs more than a line.</summary>
internal static class Gathering
{
    private const int Piece = 16 * 1024;

    /// <summary>Passes on what is written, at the latest when it returns.</summary>
    /// <param name="terminal">Where to.</param>
    /// <param name="write">Writes lines.</param>
    public static void Lines(Terminal terminal, Action<Terminal> write)
    {
        var piece = new char[Piece];
        var length = 0;
        write(terminal with { Out = new PassingWriter(terminal.Out, Take) });
        Pass();

        void Take(ReadOnlySpan<char> text)
        {
            if (text.Length > Piece - length)
                Pass();
            if (text.Length > Piece)
            {
                terminal.Out.Write(text);
                return;
            }
            text.CopyTo(piece.AsSpan(length));
            length += text.Length;
        }

        void Pass()
        {
            if (length > 0)
                terminal.Out.Write(piece.AsSpan(0, length));
            length = 0;
        }
    }
}
