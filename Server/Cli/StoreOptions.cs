using System.CommandLine;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Storage;

namespace IwTune.Server.Cli;

/// <summary>
/// <c>--data</c>, <c>--database</c>, <c>--database-password-file</c>, <c>--key-file</c>, <c>--former-key-file</c>: where the store is, and
/// what opens its keys, the same on every verb that opens it.
/// </summary>
internal sealed class StoreOptions
{
    private readonly Option<string> _data = DataOption.Create();
    private readonly Option<string?> _database = new("--database")
    {
        Description = $"PostgreSQL database the store is in, instead of a file in the data directory; also {StorePlace.Variable}",
        HelpName = "URL",
    };
    private readonly Option<string?> _passwordFile = new("--database-password-file")
    {
        Description = "File whose first line is the password for --database",
        HelpName = "FILE",
    };

    private readonly Option<string?> _keyFile = new("--key-file")
    {
        Description = "File with a secret that encrypts the private keys in the data directory and in --database; the same on every server",
        HelpName = "FILE",
    };

    private readonly Option<string?> _formerKeyFile = new("--former-key-file")
    {
        Description = "File that --key-file replaces: what it encrypts is decrypted with it; the next start of a server encrypts it anew",
        HelpName = "FILE",
    };

    private StoreOptions() { }

    /// <summary>Adds these options to the verb, and refuses contradictory ones before anything is done.</summary>
    public static StoreOptions AddTo(Command command)
    {
        var options = new StoreOptions();
        command.Options.Add(options._data);
        command.Options.Add(options._database);
        command.Options.Add(options._passwordFile);
        command.Options.Add(options._keyFile);
        command.Options.Add(options._formerKeyFile);
        // One of the command would hide what is wrong with other options.
        options._data.Validators.Add(result =>
        {
            foreach (
                var problem in Problems(
                    result.GetValue(options._data)!,
                    Url(result.GetValue(options._database)),
                    result.GetValue(options._passwordFile)
                )
            )
                result.AddError(problem);
        });
        return options;
    }

    public string Data(ParseResult parsed) => parsed.GetRequiredValue(_data);

    /// <summary>As given, or as the environment says.</summary>
    public string? Database(ParseResult parsed) => Url(parsed.GetValue(_database));

    public string? KeyFile(ParseResult parsed) => parsed.GetValue(_keyFile);

    public string? FormerKeyFile(ParseResult parsed) => parsed.GetValue(_formerKeyFile);

    public string? PasswordFile(ParseResult parsed) => parsed.GetValue(_passwordFile);

    /// <summary>The data directory, made when it is not there, and the store.</summary>
    /// <exception cref="StorageUnusableException">Either cannot be used.</exception>
    public (DataDirectory Directory, StorePlace Place) Open(ParseResult parsed, TokenModule? tokens = null)
    {
        var directory = DataDirectory.Open(Data(parsed), KeySeal.Read(KeyFile(parsed), FormerKeyFile(parsed)), tokens);
        return (directory, StorePlace.Read(directory.Path, Database(parsed), PasswordFile(parsed), []));
    }

    /// <summary>
    /// The same for verbs that work on what a server made: nothing is made, because a directory that was misspelt would get a store and a
    /// CA of its own.
    /// </summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="made">A file that the server makes, and the verb needs beside the store.</param>
    /// <param name="tokens">Where private keys are that are not in the directory.</param>
    /// <exception cref="StorageUnusableException">There is no store, or it cannot be used.</exception>
    public (DataDirectory Directory, StorePlace Place) OpenExisting(ParseResult parsed, string? made = null, TokenModule? tokens = null)
    {
        var path = Path.GetFullPath(Data(parsed));
        InterruptedRestore.Check(path);
        string?[] needed = [made, Database(parsed) is null ? Storage.Database.FileName : null];
        return needed.FirstOrDefault(name => name is not null && !File.Exists(Path.Combine(path, name))) is not { } missing
            ? Open(parsed, tokens)
            : throw new StorageUnusableException(
                $"{path} is not a data directory: it has no {missing}. Nothing was created. Is --data the directory of 'iwtune-server "
                    + "run'? It creates everything on the first start."
            );
    }

    private static string? Url(string? given) =>
        string.IsNullOrEmpty(given) ? Environment.GetEnvironmentVariable(StorePlace.Variable) : given;

    private static List<string> Problems(string data, string? url, string? passwordFile)
    {
        var problems = new List<string>();
        StorePlace.Read(data, url, passwordFile, problems);
        return problems;
    }
}
