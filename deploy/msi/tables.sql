-- What wixl 0.101 cannot write, or writes otherwise than Windows Installer wants it. One statement a line; build/windows.sh writes the
-- version and runs them with msibuild.

-- 512: up to and with this version, because one of the same version may be another build. The upgrade code is that of IwTune.wxs.
INSERT INTO `Upgrade` (`UpgradeCode`, `VersionMin`, `VersionMax`, `Attributes`, `ActionProperty`) VALUES ('{6C0B7B5E-7A0E-4D0C-9B66-3A5C5D3D8E21}', '', '@VERSION@', 512, 'OLDERFOUND')

-- Given on the command line of somebody who is asked for elevation, these count for the elevated part as well.
UPDATE `Property` SET `Value` = 'CAPIN;FORCE;NEWERFOUND;OLDERFOUND;SERVER;TOKEN' WHERE `Property` = 'SecureCustomProperties'

-- 51: sets a property; 3090: deferred, as LocalSystem, an installed program; 8192: its command line is in no log.
UPDATE `CustomAction` SET `Type` = 8243 WHERE `Action` = 'SayEnrolNamed'
UPDATE `CustomAction` SET `Type` = 8243 WHERE `Action` = 'SayEnrolByPolicy'
UPDATE `CustomAction` SET `Type` = 11282 WHERE `Action` = 'EnrolHost'

-- #% is an expandable string.
UPDATE `Registry` SET `Value` = '#%%SystemRoot%\System32\EventCreate.exe' WHERE `Name` = 'EventMessageFile'

-- The folder stands at the end of everybody's PATH: = makes it, - takes it away at the uninstall, * is the machine's.
CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)
INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('Path', '=-*PATH', '[~];[INSTALLDIR]', 'Agent')
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('RemoveEnvironmentStrings', 3300)
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('WriteEnvironmentStrings', 5200)

-- Restarted after 5 seconds, then after a minute; also when it ended by itself with an error (ConfigType 4). The count starts anew after a day without.
CREATE TABLE `MsiServiceConfigFailureActions` (`MsiServiceConfigFailureActions` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Event` INT NOT NULL, `ResetPeriod` LONG, `RebootMessage` CHAR(255) LOCALIZABLE, `Command` CHAR(255) LOCALIZABLE, `Actions` CHAR(255), `DelayActions` CHAR(255), `Component_` CHAR(72) NOT NULL PRIMARY KEY `MsiServiceConfigFailureActions`)
INSERT INTO `MsiServiceConfigFailureActions` (`MsiServiceConfigFailureActions`, `Name`, `Event`, `ResetPeriod`, `Actions`, `DelayActions`, `Component_`) VALUES ('Restart', 'IwTune', 5, 86400, '1[~]1[~]1', '5000[~]60000[~]60000', 'Agent')
CREATE TABLE `MsiServiceConfig` (`MsiServiceConfig` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Event` INT NOT NULL, `ConfigType` LONG NOT NULL, `Argument` CHAR(255), `Component_` CHAR(72) NOT NULL PRIMARY KEY `MsiServiceConfig`)
INSERT INTO `MsiServiceConfig` (`MsiServiceConfig`, `Name`, `Event`, `ConfigType`, `Argument`, `Component_`) VALUES ('AlsoOnError', 'IwTune', 5, 4, '1', 'Agent')
INSERT INTO `InstallExecuteSequence` (`Action`, `Sequence`) VALUES ('MsiConfigureServices', 5850)
