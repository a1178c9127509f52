namespace IwTune.Agent.Cli.Output;

/// <summary>A column of a list: its heading, and what a row has below it.</summary>
internal sealed record TableColumn<TRow>(string Heading, Func<TRow, Cell> Cell, Align Align = Align.Left);
