using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;

namespace IwTune.Server.Features.Keys;

/// <summary>Where a new key is made.</summary>
/// <param name="Token">Label of the PKCS #11 token; <see langword="null"/> for a file of the data directory.</param>
internal sealed record NewKeyPlace(string? Token)
{
    private const string FileWord = "file",
        TokenPrefix = "token:";

    /// <summary>How a place is written on a command line.</summary>
    public const string Form = "file|token:LABEL";

    /// <returns><see langword="null"/> when the text is no place.</returns>
    public static NewKeyPlace? Read(string text) =>
        text == FileWord ? new((string?)null)
        : text.StartsWith(TokenPrefix, StringComparison.Ordinal) && text.Length > TokenPrefix.Length ? new(text[TokenPrefix.Length..])
        : null;

    /// <summary>The same place as an existing key.</summary>
    public static NewKeyPlace Beside(KeyRow row, DataDirectory directory) =>
        new(row.Place == Shared.Fleet.Servers.KeyPlace.Token ? KeyFile.NameIn(directory, row.File)?.Token : null);
}
