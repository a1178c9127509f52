namespace IwTune.Soak;

/// <summary>How much of one kind of work was done.</summary>
/// <param name="Name">In the plural.</param>
/// <param name="Done">How many.</param>
/// <param name="Usual">How many an hour usually has.</param>
/// <param name="Problems">What did not work, with how often.</param>
internal sealed record Rate(string Name, double Done, double Usual, IReadOnlyDictionary<string, int> Problems)
{
    /// <summary>Nothing that did not work.</summary>
    public static IReadOnlyDictionary<string, int> None { get; } = new Dictionary<string, int>();

    /// <summary>The multiple of the usual rate.</summary>
    public double Factor(TimeSpan time) => Done / time.TotalHours / Usual;
}
