using System.CommandLine;
using System.Globalization;

namespace IwTune.Agent.Cli.Options;

/// <summary>One number of bytes, or one rate, between two bounds.</summary>
internal static class AmountOption
{
    /// <summary>A number of bytes between two, both included.</summary>
    public static Option<long?> OfBytes(string name, string description, string example, long least, long most) =>
        Create(name, "SIZE", description, $"bytes, as in {example}", Quantity.Bytes, least, most);

    /// <summary>A rate in bit/s between two, both included.</summary>
    public static Option<long?> OfRate(string name, string description, string example, long least, long most) =>
        Create(
            name,
            "RATE",
            description,
            $"bits a second, as in {example}",
            text => Quantity.BitRate(text) is { } rate && rate < 1e15 ? (long)Math.Round(rate) : null,
            least,
            most
        );

    private static Option<long?> Create(
        string name,
        string helpName,
        string description,
        string how,
        Func<string, long?> read,
        long least,
        long most
    ) =>
        new(name)
        {
            HelpName = helpName,
            Description = description,
            CustomParser = result =>
            {
                var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
                if (read(text) is { } amount && amount >= least && amount <= most)
                    return amount;
                result.AddError(string.Create(CultureInfo.InvariantCulture, $"{name} '{text}': write {how}; from {least} to {most}."));
                return null;
            },
        };
}
