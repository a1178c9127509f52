namespace IwTune.Agent.Cli.Output;

/// <summary>Where bytes go that are written from the beginning to the end.</summary>
internal interface IByteOutput
{
    void Write(ReadOnlySpan<byte> bytes);

    void Flush() { }

    /// <summary>Nothing more is written.</summary>
    void End() { }
}
