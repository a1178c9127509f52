namespace IwTune.Server.Console.Components;

/// <summary>How a table is sorted and where its headings lead.</summary>
/// <param name="Sort">A column's key; a leading hyphen turns it round.</param>
/// <param name="Address">The address of the same list in another order.</param>
public sealed record TableOrder(string Sort, Func<string, string> Address);
