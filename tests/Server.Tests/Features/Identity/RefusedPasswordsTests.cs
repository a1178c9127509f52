using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Features.Identity;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>--refused-passwords: what others know is no new password.</summary>
public sealed class RefusedPasswordsTests : IDisposable
{
    private const string Known = "seven grey geese over fields",
        Other = "eight grey geese over fields";

    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("iwtune-refused-");

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(1000)]
    public void A_hash_is_found_wherever_it_stands_in_the_file_and_no_other(int count)
    {
        var passwords = Enumerable.Range(0, count).Select(i => $"password number {i}").ToList();
        var file = Hashes(passwords, (hash, i) => $"{hash}:{i * i}");
        var refused = new RefusedPasswords([file]);
        Assert.All(passwords, password => Assert.True(refused.Has(password)));
        Assert.All(passwords, password => Assert.False(refused.Has(password + "!")));
    }

    [Fact]
    public void Hashes_may_be_in_lower_case_without_a_count_and_with_the_line_ends_of_Windows()
    {
        var file = Hashes([Known, "a", "b", "c"], (hash, _) => hash.ToLowerInvariant() + "\r");
        Assert.True(new RefusedPasswords([file]).Has(Known));
        Assert.False(new RefusedPasswords([file]).Has(Other));
    }

    [Fact]
    public void A_text_has_a_password_a_line_and_its_case_does_not_count()
    {
        var refused = new RefusedPasswords([Text("winter 2026 in Freiburg", Known.ToUpperInvariant())]);
        Assert.True(refused.Has(Known));
        Assert.False(refused.Has("winter 2026"));
        Assert.False(new RefusedPasswords([]).Has(Known));
    }

    [Fact]
    public void Every_file_that_cannot_be_used_is_named()
    {
        var byFrequency = Path.Combine(folder.FullName, "by-frequency.txt");
        File.WriteAllLines(byFrequency, Enumerable.Range(0, 50).Select(i => Hash($"{i}")));
        var missing = Path.Combine(folder.FullName, "missing.txt");
        var problems = RefusedPasswords.Problems([Text(), byFrequency, missing, Hashes(["a", "b"], (hash, _) => hash)]).ToList();
        Assert.Equal(3, problems.Count);
        Assert.Contains("is empty", problems[0], StringComparison.Ordinal);
        Assert.Contains("not in ascending order", problems[1], StringComparison.Ordinal);
        Assert.Contains(missing, problems[2], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_person_cannot_take_a_known_password_and_learns_why()
    {
        var file = Text(Known);
        await using var server = await RunningServer.StartAsync(with: options => options with { RefusedPasswords = [file] });
        var password = await TestAccounts.AddAsync(server, "ada", [new(Role.Viewer)]);
        using var person = Person.Stranger(server);
        await person.SubmitAsync("/sign-in", "sign-in", ("Input.Name", "ada"), ("Input.Password", password!));

        Assert.Contains("passwords that others know", await ChangeAsync(Known), StringComparison.Ordinal);
        // A file that was replaced counts at once; one that is gone lets nothing through.
        File.WriteAllLines(file, [Other]);
        Assert.Contains("passwords that others know", await ChangeAsync(Other), StringComparison.Ordinal);
        File.Delete(file);
        Assert.Contains("cannot be read", await ChangeAsync(Known), StringComparison.Ordinal);
        File.WriteAllLines(file, [Other]);
        using var changed = await person.SubmitAsync("/account", "password", ("Input.Current", password!), ("Input.Wanted", Known));
        Assert.Equal(HttpStatusCode.Redirect, changed.StatusCode);

        async Task<string> ChangeAsync(string wanted)
        {
            using var page = await person.SubmitAsync("/account", "password", ("Input.Current", password!), ("Input.Wanted", wanted));
            return await page.Content.ReadAsStringAsync();
        }
    }

    public void Dispose() => folder.Delete(recursive: true);

    private string Text(params string[] lines)
    {
        var file = Path.Combine(folder.FullName, $"{Guid.NewGuid()}.txt");
        File.WriteAllLines(file, lines);
        return file;
    }

    private string Hashes(IEnumerable<string> passwords, Func<string, int, string> line)
    {
        var file = Path.Combine(folder.FullName, $"{Guid.NewGuid()}.txt");
        File.WriteAllText(file, string.Join('\n', passwords.Select(Hash).Order(StringComparer.Ordinal).Select(line)) + "\n");
        return file;
    }

    [SuppressMessage("Security", "CA5350", Justification = "the published files have SHA-1; nothing is protected by it")]
    private static string Hash(string password) => Convert.ToHexString(SHA1.HashData(Encoding.UTF8.GetBytes(password)));
}
